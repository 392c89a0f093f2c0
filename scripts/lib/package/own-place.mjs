import { mkdtempSync, realpathSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Children } from "../children.mjs"
import { endTogether } from "../lifecycle.mjs"
import { stateDir } from "../paths.mjs"
import { dim, Failure, say, step } from "../steps.mjs"

/**
 * Runs a check in an empty folder of its own, and ends this process. Before that its processes end, what it deferred is undone, and the folder goes;
 * so they do on a signal, a failure, and when it takes longer than it may.
 * @param work gets the processes, and {place, defer(undo)}
 */
export async function inOwnPlace({ name, title, limitMs }, work) {
  const began = Date.now()
  const place = realpathSync(mkdtempSync(join(tmpdir(), `paycollect-${name}-`)))
  const children = new Children(join(stateDir, "run", `${name}-${process.pid}.json`), join(place, "logs"))
  const deferred = []
  const everything = {
    async end() {
      await children.end()
      for (const undo of deferred.reverse()) await undo()
      // Hundreds of thousands of files: it takes its time.
      await step("Removing its folder", () => rm(place, { recursive: true, force: true }))
    },
  }
  const { end, fail } = endTogether(everything, { signalCode: 130 })
  setTimeout(() => fail(new Failure(`not done after ${limitMs / 60_000} minutes`)), limitMs).unref()
  const run = async () => {
    await work(children, { place, defer: (undo) => deferred.push(undo) })
    say(`${title}: all passed ${dim(`${((Date.now() - began) / 1000).toFixed(0)} s`)}`)
    await end(0)
  }
  await run().catch(fail)
}
