import { readdirSync, readFileSync } from "node:fs"
import { resolve, join } from "node:path"
import { type MedusaContainer } from "@medusajs/framework/types"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { queryOf } from "../payments/module"
import { paycollectIfThere } from "../modules/paycollect"
import { isCurrent, OLD_MIGRATIONS } from "../features/health/payment-facts"
import { placedUnpaidOrders } from "../orders/records/placed-orders"
import { isOurs } from "../orders/records/providers"
import { type Command, counted, readArgs } from "./command"
import { oneSentence, SERVER_ENDED, onItsOwn } from "./doctor"
import { type RegionFact, regions } from "./region/facts"
import { loadMedusaApp } from "./medusa-app"

const USAGE = `medusa-payment-paycollect left-behind [options]

Says what a store that takes the plugin out leaves behind in its database: money that only the plugin looks after, and regions that offer its
providers. "medusa-payment-paycollect-dev uninstall" asks this.

  --leave-regions  take the plugin's providers out of the regions; each keeps its others
  --leave-open     with --leave-regions: also while money is open
  --drop-sql       only print the SQL that drops the plugin's tables
  --json           print one line of JSON
  --cwd <folder>   the folder of the store

Ends with 0, with 1 when the database could not be looked at or the regions stay as they are (it says why), with 2 for a wrong option.`

/** What `left-behind --json` prints. */
export interface LeftBehind {
  /** why the database could not be looked at; nothing else is known then */
  error: string | null
  /** money that only the plugin looks after, one sentence each; empty when nothing is open */
  open: string[]
  /** regions that offer a provider of the plugin, and the providers that they keep without it */
  regions: { name: string; kept: string[] }[]
}

export const leftBehindCommand: Command = {
  name: "left-behind",
  summary: "say what the store keeps in its database when the plugin goes",
  usage: USAGE,
  async run(args) {
    const { values } = readArgs(args, {
      "leave-regions": { type: "boolean", default: false },
      "leave-open": { type: "boolean", default: false },
      "drop-sql": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      cwd: { type: "string", default: process.cwd() },
    })
    if (values["drop-sql"]) return (console.log(dropStatements()), 0)
    const print = (found: LeftBehind) => console.log(values.json ? JSON.stringify(found) : report(found))
    const work = () => lookAndLeave(resolve(values.cwd), values)
    const ended = () => print({ error: SERVER_ENDED, open: [], regions: [] })
    try {
      const { found, stays } = await onItsOwn(work, ended)
      print(found)
      if (stays) console.error("The regions stay as they are. End what is open first, or add --leave-open.")
      return stays ? 1 : 0
    } catch (error) {
      print({ error: oneSentence((error as Error).message), open: [], regions: [] })
      return 1
    }
  },
}

interface Wanted {
  "leave-regions": boolean
  "leave-open": boolean
}

/** @returns what there is, and whether the regions were to be left and could not */
async function lookAndLeave(
  directory: string,
  wanted: Wanted
): Promise<{ found: LeftBehind; stays: boolean }> {
  const app = await loadMedusaApp(directory)
  try {
    const leaving = await leavingOf(app.container)
    const stays = wanted["leave-regions"] && leaving.open.length > 0 && !wanted["leave-open"]
    if (wanted["leave-regions"] && !stays) await leaveRegions(app.container, leaving.regions)
    return { found: foundOf(leaving), stays }
  } finally {
    await app.close().catch(() => undefined)
  }
}

/** What a store that takes the package out leaves behind. */
interface Leaving {
  /** money that only the package looks after, one sentence each; empty when nothing is open */
  open: string[]
  /** regions that offer a provider of the package */
  regions: RegionFact[]
}

/** References that are printed: with the package gone, only the service's dashboard finds these payments. */
const MOST_NAMED = 20

/** Reads only. Without the module, as after its lines were taken out by hand, the regions are all there is to see. */
export async function leavingOf(container: MedusaContainer): Promise<Leaving> {
  const query = queryOf(container)
  const offering = (await regions(query)).filter((region) => providersOf(region).some(isOneOfOurs))
  const paycollect = paycollectIfThere(container)
  if (!paycollect || !isCurrent(await paycollect.migrated())) return { open: [], regions: offering }
  const [[newest, payments], items, placed] = await Promise.all([
    paycollect.listAndCountIntents(
      { next_step_at: { $ne: null } },
      { select: ["merchant_reference"], take: MOST_NAMED, order: { created_at: "DESC" } }
    ),
    paycollect.attention.countOpen(),
    placedUnpaidOrders(query, { since: new Date(0), carts: [] }),
  ])
  const open = [
    [
      payments,
      "payment is not ended: money that still comes makes no order any more",
      "payments are not ended: money that still comes makes no order any more",
    ],
    [
      items,
      'item of the "needs attention" list is open: its page goes with the package',
      'items of the "needs attention" list are open: their page goes with the package',
    ],
    [
      placed.length,
      "order stands unpaid: nothing captures or cancels it any more",
      "orders stand unpaid: nothing captures or cancels them any more",
    ],
  ] as const
  const named = newest.map(({ merchant_reference }) => merchant_reference).join(", ")
  const more = payments > newest.length ? ", and older ones" : ""
  return {
    open: [
      ...open.flatMap(([count, one, many]) => (count > 0 ? `${counted(count, one, many)}.` : [])),
      ...(named ? [`The service's own dashboard finds what is not ended as ${named}${more}.`] : []),
    ],
    regions: offering,
  }
}

const providersOf = ({ payment_providers }: RegionFact) =>
  (payment_providers ?? []).flatMap((each) => each?.id ?? [])
const isOneOfOurs = (provider_id: string) => isOurs({ provider_id })

const keptIn = (region: RegionFact) => providersOf(region).filter((id) => !isOneOfOurs(id))

/** Takes the package's providers out of the regions; each keeps its others. */
export async function leaveRegions(container: MedusaContainer, offering: RegionFact[]): Promise<void> {
  for (const region of offering)
    await updateRegionsWorkflow(container).run({
      input: { selector: { id: region.id }, update: { payment_providers: keptIn(region) } },
    })
}

const foundOf = ({ open, regions }: Leaving): LeftBehind => ({
  error: null,
  open,
  regions: regions.map((region) => ({ name: region.name, kept: keptIn(region) })),
})

function report({ error, open, regions }: LeftBehind): string {
  if (error !== null) return `What is open could not be looked at: ${error}`
  const lines = [
    ...open.map((text) => `OPEN  ${text}`),
    ...regions.map(
      ({ name, kept }) =>
        `The region "${name}" offers the plugin${kept[0] ? ` beside ${kept.join(", ")}` : " alone"}.`
    ),
  ]
  return lines.length > 0 ? lines.join("\n") : "Nothing is open, and no region offers the plugin."
}

const MIGRATIONS_KNOWN = join(__dirname, "../modules/paycollect/migrations")

/** Of tables from before 0.1.0, whose other names are those of today. */
const OLD_FUNCTION = "paycollect_payment_number"

/**
 * SQL that drops everything the plugin's migrations made, and forgets that they ran, so that another installation makes it anew. Printed for
 * a person, never run.
 */
function dropStatements(): string {
  const files = readdirSync(MIGRATIONS_KNOWN).filter((file) => /^Migration\d+\.[jt]s$/.test(file))
  const text = files.map((file) => readFileSync(join(MIGRATIONS_KNOWN, file), "utf8")).join("\n")
  const made = (what: string) => {
    const names = [...text.matchAll(new RegExp(`create ${what} \\\\?"(paycollect_\\w+)\\\\?"`, "gi"))]
    return [...new Set(names.map(([, name]) => name))].join(", ")
  }
  const names = [...OLD_MIGRATIONS, ...files.map((file) => file.replace(/\.[jt]s$/, ""))]
  const migrations = names.map((name) => `'${name}'`).join(", ")
  return [
    "BEGIN;",
    `DROP TABLE IF EXISTS ${made("table if not exists")};`,
    `DROP FUNCTION IF EXISTS ${made("or replace function")}, ${OLD_FUNCTION};`,
    `DELETE FROM mikro_orm_migrations WHERE name IN (${migrations});`,
    "COMMIT;",
  ].join("\n")
}
