/** The demo's pages load their styles with them; without a browser there are none. */
module.exports = { process: () => ({ code: "" }) }
