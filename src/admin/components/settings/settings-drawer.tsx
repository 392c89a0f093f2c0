import { Alert } from "@medusajs/ui"
import { useState } from "react"
import { useErrorText } from "../../hooks/action"
import type { PayCollectConnectionCheck } from "../../../types/http"
import type { RequestError } from "../../hooks/client"
import { capitalized, useTexts } from "../../hooks/format"
import { settingKey } from "../../../texts"
import { useSaveSettings } from "../../hooks/settings"
import { FormDrawer, useDrawers } from "../drawer"
import { SelectField, TextField } from "../field"
import { SmallButton, Strong, Subtle } from "../kit"
import { changedBody, inForce, initialValue, type FieldDefinition } from "./fields"

interface SettingsDrawerProps {
  title: string
  fields: FieldDefinition[]
}

/** Edits what is set in the dashboard; what was not touched is not sent. */
export function SettingsDrawer({ title, fields }: SettingsDrawerProps) {
  const { t } = useTexts()
  const { close } = useDrawers()
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
  )
  const { run, isPending, error, reset } = useSaveSettings({ done: close })
  const { errorOf, others } = useFieldErrors(error, fields)
  const change = (name: string) => (value: string) => {
    reset()
    setValues((before) => ({ ...before, [name]: value }))
  }
  const submit = (unchecked = {}) => {
    const body = changedBody(fields, values)
    if (Object.keys(body).length === 0) return close()
    void run({ ...body, ...unchecked })
  }
  return (
    <FormDrawer
      title={title}
      description={t("settings.drawer_text")}
      action={{ label: t("actions.save"), testId: "settings-save", isLoading: isPending }}
      onSubmit={() => submit()}
    >
      {error?.check && (
        <KeyNotTaken
          check={error.check}
          isPending={isPending}
          save={() => submit({ save_unchecked: true })}
        />
      )}
      {others.map((message) => (
        <Alert key={message} variant="error" role="alert">
          {message}
        </Alert>
      ))}
      {fields.map((field) => (
        <SettingInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          error={errorOf(field)}
          onChange={change(field.name)}
        />
      ))}
    </FormDrawer>
  )
}

interface KeyNotTakenProps {
  check: PayCollectConnectionCheck
  isPending: boolean
  save: () => void
}

/** What the service said of the key, and the way around it: the service may be away, or know the key a minute later. */
function KeyNotTaken({ check, isPending, save }: KeyNotTakenProps) {
  const { t, known } = useTexts()
  return (
    <Alert variant="error" role="alert" data-testid="key-not-taken">
      <div className="flex flex-col items-start gap-y-2">
        <Strong>{t("settings.key_not_taken")}</Strong>
        <Subtle>{known(`connection.${check.code}`) ?? t("connection.unexpected")}</Subtle>
        <SmallButton type="button" isLoading={isPending} onClick={save} testId="save-unchecked">
          {t("settings.save_unchecked")}
        </SmallButton>
      </div>
    </Alert>
  )
}

/** Errors at their fields; those that belong to no field of this form, and other failures, above it. */
function useFieldErrors(error: RequestError | null, fields: FieldDefinition[]) {
  const { t, i18n } = useTexts()
  const text = useErrorText()
  // Of a key that the service does not take there is more to say than of a field.
  const errors = error?.check ? [] : (error?.errors ?? [])
  // The server says it in English, and more exactly.
  const inWords = (field: FieldDefinition, message: string) =>
    i18n.language.startsWith("en")
      ? `${capitalized(message)}.`
      : t(`setting_error.${settingKey(field.name)}`, { environment: groupOf(field.name) })
  // An added webhook secret is checked as a webhook secret.
  const concerns = (field: FieldDefinition, name: string) =>
    name === field.name || name === field.name.replace("add_webhook_secret", "webhook_secret")
  const others = errors.filter(({ field: name }) => !fields.some((field) => concerns(field, name)))
  return {
    errorOf: (field: FieldDefinition) => {
      const found = errors.find(({ field: name }) => concerns(field, name))
      return found && inWords(field, found.message)
    },
    others:
      error && !error.check && errors.length === 0 ? [text(error)] : others.map(({ message }) => message),
  }
}

/** "test" of "test.secret_key". */
const groupOf = (name: string) => name.split(".")[0]!

interface SettingInputProps {
  field: FieldDefinition
  value: string
  error?: string
  onChange: (value: string) => void
}

function SettingInput({ field, ...input }: SettingInputProps) {
  const { t, known } = useTexts()
  const { name, kind, setting } = field
  const key = settingKey(name)
  const current = inForce(field)
  const hint = t(`setting_hint.${key}`, { environment: groupOf(name) })
  const common = { name, label: t(`setting.${key}`), hint, ...input }
  if (typeof kind === "object") {
    const inherited = t("settings.inherit_now", { value: known(`${key}.${current}`) ?? current })
    return (
      <SelectField
        {...common}
        values={kind}
        text={(value) => t(`${key}.${value}`)}
        all={setting?.source === "dashboard" ? t("settings.inherit") : inherited}
      />
    )
  }
  return (
    <TextField
      {...common}
      type={kind === "secret" ? "password" : "text"}
      inputMode={kind === "number" ? "numeric" : undefined}
      autoComplete={kind === "secret" ? "new-password" : "off"}
      placeholder={current || undefined}
    />
  )
}
