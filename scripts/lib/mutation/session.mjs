import { appendFileSync, readFileSync } from "node:fs"

/**
 * What jest's runner and its environments share in one process: the plan that `npm run test:mutation` wrote, and the run under way.
 * Everything learned goes into a file at once, so that it outlives a process that an endless loop has to be killed in.
 */
export const session = {
  plan: JSON.parse(readFileSync(process.env.PAYCOLLECT_MUTATION_PLAN, "utf8")),
  run: undefined,
}

export const tell = (fact) => appendFileSync(session.plan.progress, `${JSON.stringify(fact)}\n`)
