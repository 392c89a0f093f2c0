import { resolveOptions } from "../options"

/** The text a merchant sees when the boot stops. */
export function refusal(options: Record<string, unknown>, env: Record<string, string> = {}): string {
  try {
    resolveOptions(options, env)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("these options were expected to stop the boot")
}

/** `{a: {b: value}}` for "a.b"; "0" in the path makes an array. */
export function at(path: string, value: unknown): Record<string, unknown> {
  const wrap = (inner: unknown, name: string): unknown => (name === "0" ? [inner] : { [name]: inner })
  return path.split(".").reduceRight(wrap, value) as Record<string, unknown>
}
