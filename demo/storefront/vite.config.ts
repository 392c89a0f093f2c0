import react from "@vitejs/plugin-react"
import { gzipSync } from "node:zlib"
import { defineConfig, type Plugin } from "vite"

/**
 * What a customer downloads before seeing the shop, gzipped, scripts and styles together: under two and a half seconds at 400 kbit/s; React,
 * Medusa's SDK, the router and the queries are four fifths of it. Not counted: the page itself, its configuration and the store's answers, a
 * few kB more, and what other pages load later. A browser test loads the shop over such a line.
 */
const BUDGET_BYTES = 115_000

type Files = Parameters<Extract<Plugin["generateBundle"], (...args: never[]) => unknown>>[1]

/** Scripts and styles that the page loads before it shows anything: its own and what they import, not what they import later. */
function loadedAtOnce(bundle: Files): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    const file = bundle[name]
    if (file?.type === "chunk" && !found.has(name)) {
      found.add(name)
      file.viteMetadata?.importedCss.forEach((style) => found.add(style))
      file.imports.forEach(visit)
    }
  }
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === "chunk" && file.isEntry) {
      visit(name)
    }
  }
  return found
}

function budget(): Plugin {
  return {
    name: "budget",
    generateBundle(_, bundle) {
      const atOnce = loadedAtOnce(bundle)
      const sizes = Object.values(bundle)
        .filter((file) => atOnce.has(file.fileName))
        .map((file) => gzipSync(file.type === "chunk" ? file.code : file.source).length)
      const size = sizes.reduce((sum, one) => sum + one, 0)
      this.info(`${size} of ${BUDGET_BYTES} bytes, gzipped`)
      if (size > BUDGET_BYTES) {
        this.error(
          `the shop's scripts and styles have ${size} bytes gzipped, more than its budget of ${BUDGET_BYTES}`
        )
      }
    },
  }
}

/** What is written in the page itself is painted before the styles are there; the shop's scripts wait for them. */
function stylesLast(): Plugin {
  const styles = /<link rel="stylesheet"[^>]*>\s*/g
  return {
    name: "styles-last",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(styles, "").replace("</body>", `${(html.match(styles) ?? []).join("")}</body>`),
    },
  }
}

export default defineConfig({
  plugins: [react(), budget(), stylesLast()],
  build: { target: "es2022", assetsInlineLimit: 2048, reportCompressedSize: true },
})
