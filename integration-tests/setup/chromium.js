const { existsSync } = require("node:fs")

const places = [
  process.env.CHROMIUM_PATH,
  // The same engine without the windows: a tenth less to do for each visit.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The browser of this machine; undefined where there is none. */
module.exports = places.find((path) => path && existsSync(path))
