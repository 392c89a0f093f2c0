import { type Fault, faultSpec } from "../state/fault"
import { type OperationName } from "../state/options"
import { type Simulation } from "../state/simulation"

export function addFault(simulation: Simulation, spec: unknown): void {
  simulation.state.faults.push(faultSpec.parse(spec))
}

/** The oldest fault waiting for this operation; it is used up by being taken. */
export function takeFault(simulation: Simulation, operation: OperationName): Fault | null {
  const { faults } = simulation.state
  const index = faults.findIndex((fault) => fault.operation === operation)
  const fault = faults[index]
  if (!fault) return null
  fault.times -= 1
  if (fault.times === 0) faults.splice(index, 1)
  return fault
}
