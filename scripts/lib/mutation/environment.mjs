import { createRequire } from "node:module"
import { session } from "./session.mjs"

const require = createRequire(import.meta.url)

/** The ring's own environment, with the namespace of the mutants in its global object and `session.run` told of every event. */
export default class MutationEnvironment {
  constructor(config, context) {
    const base = require(session.plan.environments[config.projectConfig.displayName.name])
    const Environment = base.TestEnvironment ?? base.default ?? base
    const environment = new Environment(config, context)
    const run = session.run
    environment.global.__stryker__ = run.namespace
    const own = environment.handleTestEvent?.bind(environment)
    environment.handleTestEvent = async (event, state) => {
      await own?.(event, state)
      run.handle(event, state)
    }
    // A constructor that returns another object: only the name of the ring says which class it has to be.
    return environment
  }
}
