import { VARIANT_CHOICES, variantOf, type Sandbox, type SandboxOptions, startSandbox } from "../sandbox"
import { type Command, readArgs, UsageError } from "../command"

/** Of a store that `medusa develop` runs. */
const WEBHOOK_URL = "http://localhost:9000/hooks/paycollect"

const SANDBOX_USAGE = `medusa-payment-paycollect-dev sandbox [options]

  --port <number>         port to listen on (default 4010; 0 takes any free one)
  --host <address>        address to listen on (default 127.0.0.1)
  --public-url <origin>   origin of checkout addresses, where browsers need another one
  --webhook-url <url|none>  receiver of signed events (default ${WEBHOOK_URL})
  --variant <trait=choice>   how it fills a gap of the interface; may be repeated (traits below)
  --no-rate-limits        count no requests
  --no-refunds            answer 404 to refunds
  --merchant-name <name>  shown at the top of the checkout
  --locale <en|fr>        language of the checkout for browsers that ask for neither
  --json                  print one line of JSON when it listens

Traits, the first choice being the default (docs/unknowns.md):
${Object.entries(VARIANT_CHOICES)
  .map(([trait, choices]) => `  ${trait.padEnd(18)} ${choices.join(", ")}`)
  .join("\n")}`

const LOOPBACK = /^(localhost|127\.|::1$)/

export const sandboxCommand: Command = {
  name: "sandbox",
  summary: "run a simulator of the payment collection service",
  usage: SANDBOX_USAGE,
  async run(args) {
    const { json, ...options } = readOptions(args)
    const sandbox = await listening(options)
    console.log(json ? JSON.stringify(sandboxFacts(sandbox)) : banner(sandbox, options.webhookUrl))
    if (options.host && !LOOPBACK.test(options.host))
      console.error("Warning: the sandbox can be reached from other machines and has no access control.")
    await stopSignal()
    await sandbox.close()
    return 0
  },
}

/** @throws Error in words for the person who ran the command, where the port is taken */
async function listening(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options)
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EADDRINUSE") throw error
    throw new Error(
      `Port ${options.port} is taken: does a sandbox, or the demo, run already? --port takes another one, which PAYCOLLECT_TEST_BASE_URL of the store has to name, too.`
    )
  }
}

export function readOptions(args: string[]): SandboxOptions & { json: boolean } {
  const values = parseSandbox(args)
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new UsageError("--port takes a number up to 65535")
  const receiver = values["webhook-url"]
  const webhookUrl = receiver === "none" ? undefined : listenAddress("--webhook-url", receiver)
  const publicUrl = listenAddress("--public-url", values["public-url"])
  return {
    json: values.json,
    port,
    host: values.host,
    ...variant(values.variant),
    locale: oneOf("--locale", values.locale, ["en", "fr"] as const),
    refunds: !values["no-refunds"],
    ...(webhookUrl ? { webhookUrl } : {}),
    ...(values["merchant-name"] ? { merchantName: values["merchant-name"] } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(values["no-rate-limits"] ? { rateLimits: false as const } : {}),
  }
}

function parseSandbox(args: string[]) {
  return readArgs(args, {
    port: { type: "string", default: "4010" },
    host: { type: "string", default: "127.0.0.1" },
    "public-url": { type: "string" },
    "webhook-url": { type: "string", default: WEBHOOK_URL },
    "merchant-name": { type: "string" },
    variant: { type: "string", multiple: true, default: [] },
    locale: { type: "string", default: "en" },
    "no-rate-limits": { type: "boolean", default: false },
    "no-refunds": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  }).values
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${option} takes one of ${allowed.join(", ")}`)
  return found
}

function variant(choices: string[]): Partial<SandboxOptions> {
  const pairs = choices.map((choice) => choice.split("=", 2) as [string, string | undefined])
  const bare = pairs.find(([, choice]) => !choice)
  if (bare) throw new UsageError(`--variant takes a trait and its choice, such as ${bare[0]}=...`)
  try {
    const whole = variantOf(Object.fromEntries(pairs))
    return Object.fromEntries(pairs.map(([trait]) => [trait, whole[trait as keyof typeof whole]]))
  } catch (error) {
    throw new UsageError(`--variant: ${(error as RangeError).message}`)
  }
}

function listenAddress(option: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ""))
    throw new UsageError(`${option} takes an http or https address`)
  return value
}

/** The keys are made up and published (nothing they open is real), so a store can be configured from this output. */
function sandboxFacts(sandbox: Sandbox) {
  const { origin, baseUrl, liveBaseUrl, testSecretKey, liveSecretKey, webhookSecret } = sandbox
  return {
    origin,
    baseUrl,
    liveBaseUrl,
    controlUrl: `${origin}/_control`,
    testSecretKey,
    liveSecretKey,
    webhookSecret,
  }
}

function banner(sandbox: Sandbox, webhookUrl = "nobody"): string {
  const { baseUrl, origin, testSecretKey, webhookSecret } = sandbox
  return `Sandbox of the payment collection service. No real money moves.

  control panel   ${origin}/_control
  events go to    ${webhookUrl}

For the store's .env:

PAYCOLLECT_ENVIRONMENT=test
PAYCOLLECT_TEST_BASE_URL=${baseUrl}
PAYCOLLECT_TEST_SECRET_KEY=${testSecretKey}
PAYCOLLECT_TEST_WEBHOOK_SECRET=${webhookSecret}

Ctrl-C stops it.`
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })
}
