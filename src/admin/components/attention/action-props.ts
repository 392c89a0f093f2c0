import { type AdminPayCollectAttention, type AdminPayCollectIntent } from "../../../types/http"

/** What every action of an item that needs attention gets. */
export interface ActionProps {
  item: AdminPayCollectAttention
  payment: Omit<AdminPayCollectIntent, "attention">
  /** of its button: the first action of an item is the one to try */
  variant: "primary" | "secondary"
}
