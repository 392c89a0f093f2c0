import { type Environment } from "./config"

/**
 * Money of the test environment is none in a live store, and pays for nothing there. The other way round, real money of a checkout that
 * was opened before the store went back to test still pays: it was asked for, and it arrived.
 */
export function isTestInLive(
  payment: { environment: Environment },
  store: { environment: Environment }
): boolean {
  return payment.environment === "test" && store.environment === "live"
}

/** Both, the chosen one first. */
export function environmentsFrom(chosen: Environment): Environment[] {
  return chosen === "live" ? ["live", "test"] : ["test", "live"]
}
