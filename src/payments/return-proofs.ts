import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { isMerchantReference } from "./names"
import { type NewIntent } from "./ledger/ledger"
import { type SharedState } from "../service/shared-state"

/** Of {@link SharedState}: nothing but these links is made of it, so that a thief of the database can cause a question and no more. */
const SECRET = "return_secret"
const SECRET_BYTES = 32
/** 128 bits, in characters that every address takes as they are */
const PROOF_LENGTH = 22

/**
 * The part of a return address that only the service was given: references can be guessed from a cart's id, so any visitor can open a
 * `/paycollect/return/<reference>`; a browser that opens `<reference>.<proof>` comes from the hosted checkout. It proves nothing about money.
 */
export class ReturnProofs {
  private secret: Promise<string> | undefined

  constructor(private readonly state: SharedState) {}

  /** The return address of a payment that is about to be created, with its proof; not part of what decides whether a payment is reused. */
  async addTo(values: NewIntent): Promise<NewIntent> {
    const redirect_url = `${String(values.request?.redirect_url)}.${await this.of(values.merchant_reference)}`
    return { ...values, request: { ...values.request, redirect_url } }
  }

  /** What a return address ends with. `isProven`: the service was given it; without or with a wrong proof it is an ordinary visit. */
  async read(segment: string | undefined): Promise<{ reference: string | null; isProven: boolean }> {
    const [reference, given] = (segment ?? "").split(".", 2)
    if (!isMerchantReference(reference)) return { reference: null, isProven: false }
    if (given?.length !== PROOF_LENGTH) return { reference, isProven: false }
    const [proof, offered] = [await this.of(reference), given].map((text) => Buffer.from(text))
    return { reference, isProven: proof!.length === offered!.length && timingSafeEqual(proof!, offered!) }
  }

  private async of(reference: string): Promise<string> {
    this.secret ??= this.state.once(SECRET, { secret: randomBytes(SECRET_BYTES).toString("base64url") }).then(
      ({ secret }) => secret,
      (error: unknown) => {
        this.secret = undefined
        throw error
      }
    )
    return createHmac("sha256", await this.secret)
      .update(reference)
      .digest("base64url")
      .slice(0, PROOF_LENGTH)
  }
}

/** Of a process that leads no customer back. */
export const NO_PROOFS: Pick<ReturnProofs, "addTo"> = { addTo: async (values) => values }
