import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useEffect } from "react"
import { useLocation } from "react-router-dom"
import { Crumb, Section } from "../../../components/section"
import { General } from "../../../components/settings/general"
import { Keys } from "../../../components/settings/keys"
import {
  Notifications,
  AddressesSection,
  Behaviour,
  Changes,
  SupportSection,
  WebhookAddress,
} from "../../../components/settings/sections"
import { LoadFailed, SectionSkeleton } from "../../../components/states"
import { useSettings } from "../../../hooks/settings"
import { useTexts } from "../../../hooks/format"

const SettingsPage = () => {
  const { t } = useTexts()
  const { data, error, refetch } = useSettings()
  useScrollToNamed(data !== undefined)
  if (error && !data)
    return (
      <Section title={t("settings.title")} level="h1">
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Section>
    )
  if (!data)
    return (
      <div className="flex flex-col gap-y-3">
        <SectionSkeleton rows={2} />
        <SectionSkeleton rows={4} />
      </div>
    )
  const { settings } = data
  return (
    <div className="flex flex-col gap-y-3">
      <General settings={settings} />
      <Keys settings={settings} environment="test" />
      <Keys settings={settings} environment="live" />
      <WebhookAddress settings={settings} />
      <Behaviour settings={settings} />
      <Notifications settings={settings} />
      <SupportSection settings={settings} />
      <AddressesSection settings={settings} />
      <Changes settings={settings} />
    </div>
  )
}

/** A link may name one setting: it is on the page when the settings are. */
function useScrollToNamed(isReady: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: "center" })
  }, [isReady, hash])
}

export const config = defineRouteConfig({ label: "nav.settings", translationNs: "paycollect" })

export const handle = { breadcrumb: () => <Crumb name="nav.settings" /> }

export default SettingsPage
