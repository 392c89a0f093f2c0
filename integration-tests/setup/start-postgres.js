const launchPostgres = require("./postgres")

/**
 * jest's globalSetup of every project with a database: one throw-away PostgreSQL for the whole run, named by the
 * DB_... variables that Medusa's test runners read. A server that these name already is used instead.
 */
module.exports = async () => {
  process.env.LOG_LEVEL ??= "error"
  process.env.MEDUSA_DISABLE_TELEMETRY ??= "true"
  if (process.env.DB_HOST) return
  globalThis.paycollectPostgres ??= launchPostgres()
  const { host, port, user, password } = await globalThis.paycollectPostgres
  Object.assign(process.env, {
    DB_HOST: host,
    DB_PORT: String(port),
    DB_USERNAME: user,
    DB_PASSWORD: password,
    PAYCOLLECT_SPEC_TEMPLATE: "paycollect-store-template",
  })
}
