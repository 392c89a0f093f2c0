import { model } from "@medusajs/framework/utils"

/** Who changed which settings, and when. Never a value: half of them are secrets. */
const SettingChange = model
  .define(
    { name: "paycollect_setting_change", tableName: "paycollect_setting_change" },
    {
      id: model.id({ prefix: "pcset" }).primaryKey(),
      actor_id: model.text().nullable(),
      fields: model.json(),
    }
  )
  .indexes([{ on: ["created_at"] }])

export default SettingChange
