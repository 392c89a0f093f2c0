import { fileURLToPath } from "node:url"

/** Without it Next.js looks for a lock file above this folder. */
const root = fileURLToPath(new URL(".", import.meta.url))

export default { turbopack: { root }, outputFileTracingRoot: root }
