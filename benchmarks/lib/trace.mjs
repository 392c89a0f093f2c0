import { OPENING } from "./statements.mjs"

const OUR_WORKFLOWS = "workflow paycollect-"
const TABLE = /\b(?:from|into|update)\s+(?:"?public"?\.)?"?(\w+)"?/i

/** "select cart", "begin": enough to find the statement again. */
function nameOf(sql) {
  const [verb] = /^\w+/.exec(sql.trim().toLowerCase()) ?? [sql]
  const [, table] = TABLE.exec(sql) ?? []
  return table && verb !== "begin" && verb !== "commit" ? `${verb} ${table}` : verb
}

/** What counts is the last workflow of core, or what we did after it: the innermost four of our functions. */
function ownerOf(owners) {
  const since = owners.findLastIndex(
    (owner) => owner.startsWith("workflow ") && !owner.startsWith(OUR_WORKFLOWS)
  )
  const ours = owners.slice(since + 1)
  if (since >= 0 && ours.length === 0) return `core: ${owners[since]}`
  return ours.length === 0
    ? "core: route"
    : ours
        .filter((owner, index) => owner !== ours[index - 1])
        .slice(-4)
        .join(" > ")
}

/** One block per action, its statements by who makes them, most first. `counted`: what the server saw, per action. @returns how many are ours */
export function printTrace(lines, { name, counted }) {
  const statements = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  let ours = 0
  for (const [action, { all }] of Object.entries(counted)) {
    const own = statements.filter(({ trace, sql }) => trace === `${name}: ${action}` && !OPENING.test(sql))
    console.log(`\n${name}: ${action}: ${all} statements counted by the server, ${own.length} traced`)
    for (const [owner, made] of [...grouped(own)].sort(([, a], [, b]) => b.length - a.length)) {
      console.log(`  ${String(made.length).padStart(4)}  ${owner}`)
      if (owner.startsWith("core")) continue
      ours += made.length
      console.log(`        ${made.map(({ sql }) => nameOf(sql)).join(", ")}`)
    }
  }
  return ours
}

function grouped(statements) {
  const groups = new Map()
  for (const statement of statements) {
    const owner = ownerOf(statement.owners)
    groups.set(owner, [...(groups.get(owner) ?? []), statement])
  }
  return groups
}
