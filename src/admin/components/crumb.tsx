import { useTranslation } from "react-i18next"

/** A page's name in the path above the page. */
export function Crumb({ name }: { name: string }) {
  const { t } = useTranslation("paycollect")
  return <>{t(name)}</>
}
