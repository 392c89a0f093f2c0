import { model } from "@medusajs/framework/utils"

/**
 * What a merchant set in the dashboard: one row per field, so that two people who save different fields at once lose nothing. `id` is
 * the option's name with dots, as in `test.secretKey`. Secrets stand in `sealed` only.
 */
const Setting = model.define(
  { name: "paycollect_setting", tableName: "paycollect_setting" },
  {
    id: model.text().primaryKey(),
    value: model.json().nullable(),
    /** encrypted; see `settings/seal.ts` for the form */
    sealed: model.text().nullable(),
  }
)

export default Setting
