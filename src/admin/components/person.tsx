import { useUser } from "@medusajs/dashboard/hooks"
import { useTranslation } from "react-i18next"

/** Who did it: an admin by name, or the plugin by itself. */
export function PersonName({ id }: { id: string }) {
  const { t } = useTranslation("paycollect")
  const isAdmin = id.startsWith("user_")
  const { user } = useUser(id, undefined, { enabled: isAdmin, retry: false })
  if (!isAdmin) return <>{id === "paycollect" ? t("person.itself") : id}</>
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")
  return <>{t("person.by", { name: name || user?.email || id })}</>
}
