/** jest's globalTeardown beside `start-postgres.js`; with several projects the first call stops it. */
module.exports = async () => {
  const running = globalThis.paycollectPostgres
  if (!running) return
  globalThis.paycollectPostgres = undefined
  const named = ["DB_HOST", "DB_PORT", "DB_USERNAME", "DB_PASSWORD", "PAYCOLLECT_SPEC_TEMPLATE"]
  for (const name of named) delete process.env[name]
  const { stop } = await running
  await stop()
}
