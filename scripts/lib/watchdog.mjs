import { endLeftovers } from "./children.mjs"
import { waitUntil } from "./process-identity.mjs"

// The pipe from the starter ends when the starter does, however it ended. Its record is gone when it cleaned up itself.
const [file] = process.argv.slice(2)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})

process.stdin.resume()
process.stdin.on("end", async () => {
  // Killed processes can stay listed for a moment: a starter that looks alive is asked again.
  const deadline = Date.now() + 10_000
  while ((await endLeftovers(file)) && Date.now() < deadline) await waitUntil(() => false, 100)
})
