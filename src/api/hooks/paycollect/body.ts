import { type IncomingMessage } from "node:http"
import { promisify } from "node:util"
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib"

/** No event of the service comes near; counted as sent, and again as unpacked. */
const LIMIT_BYTES = 1024 * 1024

/** A body that is not taken: 413 `payload_too_large`, or 400 `invalid_data`. The message holds nothing of it. */
export class BodyRefused extends Error {
  override readonly name = "BodyRefused"

  constructor(
    readonly status: 400 | 413,
    readonly type: "invalid_data" | "payload_too_large",
    message: string
  ) {
    super(message)
  }
}

const unreadable = (what: string) =>
  new BodyRefused(400, "invalid_data", `This event cannot be read: ${what}. It was ignored.`)
const tooLarge = () =>
  new BodyRefused(413, "payload_too_large", "This event is larger than 1 MiB. It was ignored.")

/**
 * The bytes as they were sent, whatever they are said to be.
 * @returns null when the sender went away before the end
 * @throws BodyRefused 413; what is left of the body is read and dropped by the server, so that the answer arrives
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers["content-length"]) > LIMIT_BYTES) throw tooLarge()
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= LIMIT_BYTES) return void chunks.push(chunk)
      reject(tooLarge())
    })
    request.on("end", () => resolve(Buffer.concat(chunks)))
    request.on("error", () => resolve(null))
    request.on("close", () => resolve(null))
  })
}

const unpackers: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  // By the standard with zlib's header, by some senders without.
  deflate: async (bytes, options) =>
    await promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options),
  br: promisify(brotliDecompress),
}

/** What the bytes are without their `Content-Encoding`. @throws BodyRefused 400, 413 */
export async function unpack(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const name = (encoding ?? "identity").trim().toLowerCase()
  if (name === "identity" || name === "") return bytes
  const unpacker = unpackers[name]
  if (!unpacker) throw unreadable("its content encoding is not known")
  try {
    return await unpacker(bytes, { maxOutputLength: LIMIT_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge()
    throw unreadable("it is not packed as its content encoding says")
  }
}

/**
 * The JSON in `bytes`, an object or a list: UTF-8, or what the content type names where it is not. The media type decides nothing.
 * @throws BodyRefused 400
 */
export function readJson(bytes: Buffer, contentType: string | undefined): object {
  const charset = /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? "")?.[1]
  for (const name of ["utf-8", ...(charset ? [charset] : [])]) {
    const value = jsonIn(bytes, name)
    if (typeof value === "object" && value !== null) return value
  }
  throw unreadable("it is no JSON object")
}

function jsonIn(bytes: Buffer, charset: string): unknown {
  try {
    return JSON.parse(new TextDecoder(charset, { fatal: true }).decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
