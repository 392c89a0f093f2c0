import { demo } from "./demo"

/** The control plane of the sandbox. @throws when it refuses */
async function control(path: string, { method = "POST", body }: { method?: string; body?: object } = {}) {
  const answer = await fetch(`${demo!.sandbox}/_control${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Brings a payment to a state, as its customer would; `webhook` tells the store, which otherwise hears nothing. */
export const moveState = (reference: string, status: string, webhook = false) =>
  control(`/intents/${reference}/state`, { body: { status, webhook } })

/** Makes verify answer these fields instead of the true ones. */
export const overrideVerify = (reference: string, patch: Record<string, string | null>) =>
  control(`/intents/${reference}/verify-override`, { body: patch })

export const injectFault = (fault: { operation: string; kind: string; [more: string]: unknown }) =>
  control("/faults", { body: fault })

export const clearFaults = () => control("/faults", { method: "DELETE" })
