import { Hint, Input, Label, Select } from "@medusajs/ui"
import { useId, type ComponentProps, type ReactNode } from "react"
import { useTranslation } from "react-i18next"

interface Named {
  label: string
  hint?: string
  error?: string
  optional?: boolean
}

interface FieldProps extends Named {
  children: (ids: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean }) => ReactNode
}

/** Label, control, hint and the error of this field. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const { t } = useTranslation("paycollect")
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="flex min-w-0 flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
        {optional && <span className="text-ui-fg-subtle font-normal"> ({t("form.optional")})</span>}
      </Label>
      {children({ id, "aria-describedby": described, ...(error && { "aria-invalid": true }) })}
      {hint && !error && (
        <Hint id={`${id}-hint`} className="text-pretty">
          {hint}
        </Hint>
      )}
      {error && (
        <Hint variant="error" id={`${id}-error`} role="alert" className="text-pretty">
          {error}
        </Hint>
      )}
    </div>
  )
}

type TextFieldProps = Named &
  Pick<
    ComponentProps<"input">,
    "type" | "placeholder" | "autoComplete" | "inputMode" | "required" | "disabled" | "name"
  > & { value: string; onChange: (value: string) => void }

export function TextField({ label, hint, error, optional, value, onChange, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ids) => (
        <Input {...ids} {...input} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

type SelectFieldProps = Named & {
  name?: string
  value: string
  placeholder?: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  name,
  value,
  placeholder,
  options,
  onChange,
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ids) => (
        // While the options are on the way the select reports that nothing is chosen: that is no choice of a person.
        <Select value={value} onValueChange={(to) => to && onChange(to)}>
          <Select.Trigger {...ids} data-testid={name && `select-${name}`}>
            <Select.Value placeholder={placeholder} />
          </Select.Trigger>
          <Select.Content>
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value}>
                {option.label}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
    </Field>
  )
}
