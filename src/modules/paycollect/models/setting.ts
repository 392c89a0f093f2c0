import { model } from "@medusajs/framework/utils"

/**
 * What a merchant set in the dashboard: one row per field, so that two people who save different fields at once lose nothing. `id` is
 * the option's name with dots, as in `test.secretKey`. Secrets stand in `sealed` only.
 */
export const Setting = model.define(
  { name: "paycollect_setting", tableName: "paycollect_setting" },
  {
    id: model.text().primaryKey(),
    value: model.json().nullable(),
    /** encrypted; see `settings/seal.ts` for the form */
    sealed: model.text().nullable(),
  }
)

/** Who changed which settings, and when. Never a value: half of them are secrets. */
export const SettingChange = model
  .define(
    { name: "paycollect_setting_change", tableName: "paycollect_setting_change" },
    {
      id: model.id({ prefix: "pcset" }).primaryKey(),
      actor_id: model.text().nullable(),
      fields: model.json(),
    }
  )
  .indexes([{ on: ["created_at"] }])
