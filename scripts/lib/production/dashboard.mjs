import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { adminEnv } from "../package/store.mjs"
import { Failure } from "../steps.mjs"
import { host, origin } from "./https.mjs"

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
const patienceMs = 60_000

/** The dashboard is served, and the plugin's pages are in it. @param server the folder that the store runs in */
export async function checkDashboard(visit, server) {
  const page = await visit(`${origin}/app/`)
  if (!page.ok || !/<script type="module"/.test(await page.text()))
    throw new Failure(`/app answers ${page.status}, without the dashboard`)
  const assets = join(server, "public/admin/assets")
  const ours = readdirSync(assets).find(
    (file) =>
      file.endsWith(".js") && readFileSync(join(assets, file), "utf8").includes("/admin/paycollect/health")
  )
  if (!ours) throw new Failure("no file of the dashboard has the plugin's pages")
  const file = await visit(`${origin}/app/assets/${ours}`)
  if (!file.ok) throw new Failure(`/app/assets/${ours} answers ${file.status}`)
}

/** A merchant signs in and finds a payment, in a browser, whose cookies are kept over https only. */
export async function findPayment(executablePath, port) {
  const rules = `--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`
  const browser = await chromium.launch({ executablePath, args: [...flags, rules] })
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    await page.goto(`${origin}/app/login`)
    await page.locator("input[name=email]").fill(adminEnv.ADMIN_EMAIL)
    await page.locator("input[name=password]").fill(adminEnv.ADMIN_PASSWORD)
    await page.locator("button[type=submit]").click()
    await page.waitForURL((address) => !address.pathname.endsWith("/login"))
    await page.goto(`${origin}/app/paycollect?tab=all`)
    await page.locator("tbody tr").first().waitFor()
  } finally {
    await browser.close()
  }
}
