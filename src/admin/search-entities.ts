import { defineSearchEntity } from "@medusajs/dashboard/lib"

/** In Medusa's search: the way to the payments, by its name or its keys. What is searched there are Medusa's own records. */
defineSearchEntity("paycollect_payment", {
  groupLabel: (t) => t("payments.title", { ns: "paycollect" }),
  shortcut: {
    keys: { Mac: ["G", "Y"] },
    label: (t) => t("payments.go_to", { ns: "paycollect" }),
    to: "/paycollect",
  },
})
