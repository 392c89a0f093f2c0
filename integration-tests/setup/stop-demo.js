/** jest's globalTeardown beside `start-demo.js`. */
module.exports = async () => {
  delete process.env.PAYCOLLECT_BROWSER_DEMO
  await globalThis.paycollectDemo?.stop()
  globalThis.paycollectDemo = undefined
}
