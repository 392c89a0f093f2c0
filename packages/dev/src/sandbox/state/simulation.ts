import { type Scheduler } from "../base/scheduler"
import { type SandboxState } from "./memory"
import { type Settings } from "./settings"

/** Everything a handler may touch. Behaviour lives in functions, memory lives in `state` and nowhere else. */
export interface Simulation {
  settings: Settings
  state: SandboxState
  scheduler: Scheduler
  /** Origin of checkout addresses, known once the server listens. */
  origin: string
  now(): number
}
