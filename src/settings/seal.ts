import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"

const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEAL_VERSION = "v1"

/** What became of a stored secret: its text, or nothing, because none of the keys opens it. */
interface Opened {
  text: string | null
  /** sealed by the first key: nothing to renew */
  current: boolean
}

/**
 * Encrypts secrets for the database: AES-256-GCM, a random nonce each, bound to the field it belongs to, so that a value copied into
 * another row (a live key into the test environment, say) does not open there.
 *
 * Form: `v1.<key>.<nonce>.<text>.<tag>`. `<key>` tells which key sealed it (the first 8 hexadecimal digits of a hash of it), the others
 * are base64url. Printing a Sealer shows no key.
 */
export class Sealer {
  readonly #keys: { id: string; key: Buffer }[]

  /** @param keys as the option `encryptionKey` takes them; the first one seals, any of them opens */
  constructor(keys: readonly string[] = []) {
    this.#keys = keys.map((text) => {
      const key = decodeKey(text)
      const id = createHash("sha256").update("paycollect key id").update(key).digest("hex").slice(0, 8)
      return { id, key }
    })
  }

  /** Without a key nothing can be sealed, and nothing opens. */
  get canSeal(): boolean {
    return this.#keys.length > 0
  }

  /** @throws Error without a key */
  seal(field: string, text: string): string {
    const first = this.#keys[0]
    if (!first) throw new Error("There is no encryption key")
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, first.key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(boundTo(field))
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
    const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString("base64url"))
    return [SEAL_VERSION, first.id, ...parts].join(".")
  }

  /** Never throws: what does not open, for whatever reason, has no text. */
  open(field: string, stored: string): Opened {
    const [version, id, ...parts] = stored.split(".")
    const found = this.#keys.find((key) => key.id === id)
    if (version !== SEAL_VERSION || !found || parts.length !== 3) return { text: null, current: false }
    const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, "base64url")) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    try {
      const decipher = createDecipheriv(ALGORITHM, found.key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(boundTo(field))
      decipher.setAuthTag(tag)
      const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8")
      return { text, current: found === this.#keys[0] }
    } catch {
      return { text: null, current: false }
    }
  }
}

/** The field's name holds its environment: `test.secretKey`. */
function boundTo(field: string): Buffer {
  return Buffer.from(`paycollect ${SEAL_VERSION} ${field}`)
}

/** The schema of the options has checked the form: 64 hexadecimal digits or 43 characters of base64. */
function decodeKey(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64")
}
