import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useEffect } from "react"
import { useLocation } from "react-router-dom"
import { Column, Crumb, LoadedPage, SectionSkeleton } from "../../../components/section"
import { General } from "../../../components/settings/general"
import { SettingsSection } from "../../../components/settings/editable"
import { Changes, Keys, Notifications, WebhookAddress } from "../../../components/settings/sections"
import { useTexts } from "../../../hooks/format"
import { useSettings } from "../../../hooks/settings"

const SettingsPage = () => {
  const { t } = useTexts()
  const answer = useSettings()
  useScrollToNamed(answer.data !== undefined)
  const skeleton = (
    <Column>
      <SectionSkeleton rows={2} />
      <SectionSkeleton rows={4} />
    </Column>
  )
  return (
    <LoadedPage title={t("settings.title")} of={answer} keeps skeleton={skeleton}>
      {({ settings }) => (
        <Column>
          <General settings={settings} />
          <Keys settings={settings} environment="test" />
          <Keys settings={settings} environment="live" />
          <WebhookAddress settings={settings} />
          <SettingsSection settings={settings} name="behaviour" />
          <SettingsSection settings={settings} name="amounts" />
          <Notifications settings={settings} />
          <SettingsSection settings={settings} name="support" />
          <SettingsSection settings={settings} name="addresses" />
          <Changes settings={settings} />
        </Column>
      )}
    </LoadedPage>
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
