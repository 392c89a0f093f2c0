import { PayCollectError } from "../service/errors"
import { type PaymentMethod } from "../service"
import { type Clock } from "../service/config"
import { type MinorAmount } from "../service/wire/shape"
import { type AnswerCache } from "../service/answer-cache"
import { type Configuration } from "../settings/configuration"

/** A method the service offers, without the record it came in (U-11) and what else is in it; `logo` only when it is an https address. */
export type OfferedMethod = Omit<PaymentMethod, "raw">

interface KnownList {
  methods: OfferedMethod[]
  /** epoch ms of the service's answer, and from when on it is asked again */
  since: number
  askAgain: number
}

const METHODS_FRESH_MS = 10 * 60_000

/** After a failed refresh the old list serves on, and the service is left alone for this long. */
const METHODS_RETRY_MS = 30_000

/** A list older than a day says nothing any more. */
const METHODS_KEEP_MS = 24 * 3_600_000

const METHODS_DEADLINE_MS = 4_000

/** The service's active methods per country and environment, at most ten minutes old, or up to a day while it cannot be asked. */
export class PaymentMethods {
  constructor(
    private readonly configuration: Configuration,
    private readonly cache: AnswerCache,
    private readonly clock: Clock
  ) {}

  /**
   * @param country two-letter ISO code
   * @throws PayCollectError when the service cannot be asked and nothing is known; MedusaError NOT_ALLOWED when not configured
   */
  async of(country: string): Promise<OfferedMethod[]> {
    const key = await this.key(country)
    const known = await this.cache.get<KnownList>(key)
    if (known && known.askAgain > this.clock.now()) return known.methods
    return await this.cache.once(key, () => this.ask(country, known))
  }

  /** What is known without a call; null where no list was read within a day. */
  async known(country: string): Promise<OfferedMethod[] | null> {
    return (await this.cache.get<KnownList>(await this.key(country)))?.methods ?? null
  }

  private async ask(country: string, known: KnownList | null): Promise<OfferedMethod[]> {
    const key = await this.key(country)
    const now = this.clock.now()
    const active = await this.configuration.current()
    const client = active.client(active.environment)
    try {
      const listed = await client.listPaymentMethods(
        { country_code: country },
        { deadline: now + METHODS_DEADLINE_MS }
      )
      const methods = listed.map(offered)
      await this.cache.set(
        key,
        { methods, since: now, askAgain: now + METHODS_FRESH_MS } satisfies KnownList,
        METHODS_KEEP_MS
      )
      return methods
    } catch (error) {
      if (!known || !(error instanceof PayCollectError)) throw error
      const stale = { ...known, askAgain: now + METHODS_RETRY_MS }
      await this.cache.set(key, stale, known.since + METHODS_KEEP_MS - now)
      return known.methods
    }
  }

  private async key(country: string): Promise<string> {
    const { environment, options } = await this.configuration.current()
    return this.cache.key("methods", [environment, options[environment].baseUrl, country.toUpperCase()])
  }
}

function offered({ code, name, type, currencies, countries, logo }: PaymentMethod): OfferedMethod {
  return { code, name, type, currencies, countries, ...(logo && isHttps(logo) && { logo }) }
}

/** A page that shows it must not be made to load from elsewhere in clear, nor to run it. */
function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:"
}

export type CardType = "local" | "international"

export interface FeeQuestion {
  amount: MinorAmount
  currency_code: string
  /** decimals of the currency */
  exponent: number
  /** without it one row per active method of `country_code` */
  payment_method?: string
  country_code?: string
  card_type?: CardType
}
