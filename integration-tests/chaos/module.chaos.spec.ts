import fc from "fast-check"
import { openDatabase, type Database } from "../modules/support/database"
import { addCarts, play, SERVERS, turn, type Turn } from "./support/actions"
import { blockedCarts, heal, violations } from "./support/promise"
import { budget, Report } from "./support/report"
import { World, type Setting } from "./support/world"

jest.mock("@medusajs/medusa/core-flows", () => jest.requireActual("./support/core-flows"))
jest.mock("@medusajs/medusa/api/store/carts/helpers", () => ({ refetchCart: async () => ({}) }))
jest.mock("@medusajs/medusa/api/store/carts/query-config", () => ({ defaultStoreCartFields: [] }))
// The workflow engine adds nothing here: the workflow is one step, and the step is `settle`.
jest.mock("../../src/workflows", () => ({
  settleIntentWorkflow: (container: never) => ({
    run: async ({ input }: { input: never }) => ({
      result: await jest
        .requireActual<typeof import("../../src/workflows/settle/settle")>(
          "../../src/workflows/settle/settle"
        )
        .settle(container, input),
    }),
  }),
}))

const setting: fc.Arbitrary<Setting> = fc.record({
  pendingOrders: fc.constantFrom("wait" as const, "place" as const),
  refunds: fc.constantFrom("off" as const, "manual" as const),
  reuse: fc.constantFrom("replay" as const, "conflict" as const),
})

/** One turn as a command of the model: what is shrunk away when a run fails. */
class Command implements fc.AsyncCommand<object, World> {
  constructor(private readonly turn: Turn) {}
  check = () => true
  run = (_model: object, world: World) => play(world, this.turn)
  toString = () => JSON.stringify(this.turn)
}

describe("the promise, with core and the service as stand-ins", () => {
  let database: Database
  const report = new Report("module")

  beforeAll(async () => {
    database = await openDatabase({ min: 1, max: 1 })
  })
  afterAll(async () => {
    await database.close()
    report.print()
  })

  it(
    "holds whatever customers, tabs, webhooks, jobs, merchants, faults and kills do",
    async () => {
      const commands = fc.commands([turn.map((each) => new Command(each))], {
        maxCommands: 12,
        replayPath: budget.replayPath,
      })
      await report.check(
        fc.asyncProperty(setting, commands, async (chosen, acts) => {
          const world = new World(database.knex, chosen)
          await world.start(SERVERS)
          addCarts(world)
          await fc.asyncModelRun(() => ({ model: {}, real: world }), acts)
          await heal(world)
          const broken = await violations(world)
          if (broken.length === 0) broken.push(...(await blockedCarts(world)), ...(await violations(world)))
          report.ran(world)
          if (broken.length > 0) throw new Error([...broken, ...world.log].join("\n"))
        })
      )
    },
    budget.timeoutMs
  )
})
