/** jest's globalTeardown beside `start-postgres.js`; with several projects the first call stops it. */
module.exports = async () => {
  const running = globalThis.paycollectPostgres
  if (!running) return
  globalThis.paycollectPostgres = undefined
  for (const name of ["DB_HOST", "DB_PORT", "DB_USERNAME", "DB_PASSWORD"]) delete process.env[name]
  const { stop } = await running
  await stop()
}
