/** jest's globalTeardown beside `start-demo.js`. */
module.exports = async () => {
  delete process.env.PAYCOLLECT_BROWSER_DEMOS
  await globalThis.paycollectDemo?.stop()
  globalThis.paycollectDemo = undefined
}
