import { PayCollectConfigurationError } from "../service/errors"
import { checkOptions, type OptionProblem, type RawOptions } from "./options"
import { type PluginOptions } from "./options-schema"
import { type SettingProblem } from "./active-configuration"
import { withValue, type SettingName } from "./fields"
import { type StoredSettings } from "./store"

export interface Assembled<T> {
  options: PluginOptions
  /** what `prepare` made of the options */
  prepared: T
  problems: SettingProblem[]
}

/**
 * Options with the dashboard's settings over them, checked by the one schema and by `prepare`.
 *
 * A setting that cannot be decrypted or does not fit (the options around it may have changed since it was saved) counts as not set:
 * the option below it does not take its place, because no customer may pay with another key or at another address than the merchant chose.
 * @param prepare what else can refuse the options: it throws PayCollectConfigurationError
 */
export function assemble<T>(
  raw: RawOptions,
  stored: StoredSettings,
  prepare: (options: PluginOptions) => T
): Assembled<T> {
  const problems: SettingProblem[] = []
  const valid = new Set<SettingName>()
  let overlaid = raw
  const drop = (name: string, problem?: Omit<SettingProblem, "option">) => {
    if (problem) problems.push({ option: name, ...problem })
    valid.delete(name as SettingName)
    overlaid = withValue(overlaid, name, undefined)
  }
  for (const [name, setting] of stored) {
    if ("value" in setting) {
      valid.add(name)
      overlaid = withValue(overlaid, name, setting.value)
    } else {
      drop(name, { kind: "undecryptable", message: "is stored, but none of the encryption keys opens it" })
    }
  }
  for (const environment of ["test", "live"] as const) {
    // The operator who set the key of the options never saw this address: an employee who may change settings must not lead it there.
    const address = `${environment}.baseUrl` as const
    if (valid.has(address) && !stored.has(`${environment}.secretKey`))
      drop(address, {
        kind: "invalid",
        message: "counts only together with a secret key that is set here, too: set both, or remove both",
      })
  }
  // Every round takes something away, and without settings the options were accepted at boot.
  for (let rounds = stored.size + ROUNDS; rounds > 0; rounds--) {
    const checked = checkAssembled(overlaid, prepare)
    if ("options" in checked) return { ...checked, problems }
    for (const { option, message } of checked.problems) {
      const behind = setBehind(option)
      if (valid.has(option as SettingName)) drop(option, { kind: "invalid", message })
      else if (behind && valid.has(behind))
        drop(behind, { kind: "invalid", message: `does not fit ${option}, which ${message}` })
      else drop(option)
    }
  }
  throw new Error("The options of medusa-payment-paycollect do not fit together.")
}

const ROUNDS = 10

/** The setting that can make an option wrong which was right: the storefront that return addresses lead to, the channel of recipients. */
function setBehind(option: string): SettingName | null {
  if (option.startsWith("returnUrls")) return "storefrontUrl"
  return option === "notifications.recipients" ? "notifications.channel" : null
}

function checkAssembled<T>(
  raw: RawOptions,
  prepare: (options: PluginOptions) => T
): { options: PluginOptions; prepared: T } | { problems: OptionProblem[] } {
  const checked = checkOptions(raw)
  if ("problems" in checked) return checked
  try {
    return { options: checked.options, prepared: prepare(checked.options) }
  } catch (error) {
    if (!(error instanceof PayCollectConfigurationError)) throw error
    return { problems: [{ option: error.field, message: error.problem }] }
  }
}
