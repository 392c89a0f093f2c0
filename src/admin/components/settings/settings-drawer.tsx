import { Alert } from "@medusajs/ui"
import { useState } from "react"
import { useErrorText } from "../../hooks/action"
import { settingKey, useSaveSettings } from "../../hooks/settings"
import type { RequestError } from "../../hooks/client"
import { capitalized, useTexts } from "../../hooks/format"
import { SelectField, TextField } from "../field"
import { FormDrawer, type DrawerProps } from "../form-drawer"
import { INHERIT, changedBody, inForce, initialValue, type FieldDefinition } from "./fields"

interface SettingsDrawerProps extends DrawerProps {
  title: string
  fields: FieldDefinition[]
}

/** Edits what is set in the dashboard; what was not touched is not sent. */
export function SettingsDrawer({ title, fields, opener, onClose }: SettingsDrawerProps) {
  const { t } = useTexts()
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
  )
  const { run, isPending, error, reset } = useSaveSettings({ done: onClose })
  const { errorOf, others } = useFieldErrors(error, fields)
  const change = (name: string) => (value: string) => {
    reset()
    setValues((before) => ({ ...before, [name]: value }))
  }
  const submit = () => {
    const body = changedBody(fields, values)
    if (Object.keys(body).length === 0) return onClose()
    void run(body)
  }
  return (
    <FormDrawer
      title={title}
      description={t("settings.drawer_text")}
      action={{ label: t("actions.save"), testId: "settings-save", isLoading: isPending }}
      opener={opener}
      onSubmit={submit}
      onClose={onClose}
    >
      {others.map((message) => (
        <Alert key={message} variant="error" role="alert">
          {message}
        </Alert>
      ))}
      {fields.map((field) => (
        <Input
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

/** Errors at their fields; those that belong to no field of this form, and other failures, above it. */
function useFieldErrors(error: RequestError | null, fields: FieldDefinition[]) {
  const { t, i18n } = useTexts()
  const text = useErrorText()
  const errors = error?.errors ?? []
  // The server says it in English, and more exactly.
  const inWords = (field: FieldDefinition, message: string) =>
    i18n.language.startsWith("en") ? `${capitalized(message)}.` : t(`setting_error.${settingKey(field.name)}`)
  // An added webhook secret is checked as a webhook secret.
  const concerns = (field: FieldDefinition, name: string) =>
    name === field.name || name === field.name.replace("add_webhook_secret", "webhook_secret")
  const others = errors.filter(({ field: name }) => !fields.some((field) => concerns(field, name)))
  return {
    errorOf: (field: FieldDefinition) => {
      const found = errors.find(({ field: name }) => concerns(field, name))
      return found && inWords(field, found.message)
    },
    others: error && errors.length === 0 ? [text(error)] : others.map(({ message }) => message),
  }
}

interface InputProps {
  field: FieldDefinition
  value: string
  error?: string
  onChange: (value: string) => void
}

function Input({ field, value, error, onChange }: InputProps) {
  const { t, known } = useTexts()
  const key = settingKey(field.name)
  const label = t(`setting.${key}`)
  const hint = t(`setting_hint.${key}`)
  const current = inForce(field)
  const common = { label, hint, error, name: field.name, value, onChange }
  if (field.kind === "select") {
    const isFromHere = field.setting?.source === "dashboard"
    const fallback = isFromHere
      ? t("settings.inherit")
      : t("settings.inherit_now", { value: known(`${key}.${current}`) ?? current })
    const options = field.choices!.map((value) => ({ value, label: t(`${key}.${value}`) }))
    return <SelectField {...common} options={[{ value: INHERIT, label: fallback }, ...options]} />
  }
  return (
    <TextField
      {...common}
      type={field.kind === "secret" ? "password" : "text"}
      inputMode={field.kind === "number" ? "numeric" : undefined}
      autoComplete={field.kind === "secret" ? "new-password" : "off"}
      placeholder={current || undefined}
    />
  )
}
