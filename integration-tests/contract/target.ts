import { randomBytes } from "node:crypto"
import { PayCollectClient } from "../../src/service/client"
import { type ClientConfig, type CreatePaymentIntentRequest } from "../../src/service"
import { minorAmount } from "../../src/service/wire/shape"
import { startSandbox, type Sandbox, type SandboxOptions } from "../../packages/dev/src/sandbox"

const { PAYCOLLECT_CONTRACT_SECRET_KEY: secretKey, PAYCOLLECT_CONTRACT_BASE_URL: baseUrl } = process.env

/** The real service's test environment when both variables are set: a live key is refused by the client itself. */
export const real = secretKey && baseUrl ? { secretKey, baseUrl } : undefined

export interface Target {
  client(more?: Partial<ClientConfig>): PayCollectClient
  close(): Promise<void>
}

export interface SandboxTarget extends Target {
  sandbox: Sandbox
}

/** A fresh sandbox without rate limits, unless `options` say otherwise; outcomes come at once. */
export async function sandboxTarget(options: SandboxOptions = {}): Promise<SandboxTarget> {
  const sandbox = await startSandbox({ rateLimits: false, outcomeDelayMs: 0, ...options })
  const { connect, close } = clients({ secretKey: sandbox.testSecretKey, baseUrl: sandbox.baseUrl })
  return {
    sandbox,
    client: (more) => connect({ checkoutUrl: sandbox.origin, ...more }),
    close: async () => {
      close()
      await sandbox.close()
    },
  }
}

export async function openTarget(): Promise<Target> {
  if (!real) return sandboxTarget()
  const { connect, close } = clients(real)
  return { client: connect, close: () => Promise.resolve(close()) }
}

function clients(address: { secretKey: string; baseUrl: string }) {
  const open: PayCollectClient[] = []
  const connect = (more: Partial<ClientConfig> = {}) => {
    const client = new PayCollectClient({ environment: "test", ...address, ...more })
    open.push(client)
    return client
  }
  return { connect, close: () => open.forEach((client) => client.close()) }
}

/** A creation under a reference that nobody has used; amounts in the smallest unit. */
export function newIntent(more: Partial<CreatePaymentIntentRequest> = {}): CreatePaymentIntentRequest {
  const merchant_reference = `contract_${Date.now().toString(36)}_${randomBytes(5).toString("hex")}-1`
  return {
    firstname: "Ama",
    lastname: "Nkeng",
    email: "ama.nkeng@example.com",
    phone: "237670000001",
    amount: minorAmount("10000"),
    currency: "XAF",
    description: "Contract suite",
    merchant_reference,
    metadata: { merchant_reference },
    ...more,
  }
}

/** The error that `promise` must end with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error("The call was expected to fail")),
    (error: unknown) => error
  )
}
