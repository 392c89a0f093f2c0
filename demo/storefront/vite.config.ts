import react from "@vitejs/plugin-react"
import { gzipSync } from "node:zlib"
import { defineConfig, type Plugin } from "vite"

/**
 * What a customer downloads before seeing the shop, gzipped, scripts and styles together: two seconds at 400 kbit/s. Not counted: the page
 * itself, its configuration and the store's answers, a few kB more. A browser test loads the shop over such a line.
 */
const BUDGET_BYTES = 100_000

function budget(): Plugin {
  return {
    name: "budget",
    generateBundle(_, bundle) {
      const sizes = Object.values(bundle).map((file) =>
        /\.(js|css)$/.test(file.fileName)
          ? gzipSync(file.type === "chunk" ? file.code : file.source).length
          : 0
      )
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

export default defineConfig({
  plugins: [react(), budget()],
  build: { target: "es2022", assetsInlineLimit: 2048, reportCompressedSize: true },
})
