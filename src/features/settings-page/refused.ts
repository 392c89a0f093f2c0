export interface FieldError {
  /** as the admin API calls it: `test.secret_key` */
  field: string
  message: string
}

/** A save that was refused; nothing was changed. Names fields, never their values. */
export class SettingsRefused extends Error {
  override readonly name = "SettingsRefused"

  constructor(
    readonly type: "invalid_data" | "not_allowed",
    message: string,
    readonly errors: FieldError[] = []
  ) {
    super(message)
  }
}

export function invalidSetting(errors: FieldError[]): SettingsRefused {
  const fields = [...new Set(errors.map(({ field }) => field))].join(", ")
  return new SettingsRefused("invalid_data", `Nothing was saved. Not accepted: ${fields}.`, errors)
}
