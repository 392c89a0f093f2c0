import { Hint, Input, Label, Select, Textarea } from "@medusajs/ui"
import { useId, useState, type ComponentProps, type ReactNode } from "react"
import { useTexts } from "../hooks/format"

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
  const { t } = useTexts()
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
    "type" | "placeholder" | "autoComplete" | "inputMode" | "name" | "maxLength" | "autoFocus" | "onKeyDown"
  > & { value: string; testId?: string; onChange: (value: string) => void }

export function TextField({ label, hint, error, optional, testId, onChange, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ids) => (
        <Input {...ids} {...input} onChange={(event) => onChange(event.target.value)} data-testid={testId} />
      )}
    </Field>
  )
}

type LongTextFieldProps = Named &
  Pick<ComponentProps<"textarea">, "name" | "rows" | "maxLength" | "autoFocus"> & {
    value: string
    onChange: (value: string) => void
  }

export function LongTextField({ label, hint, error, optional, onChange, ...area }: LongTextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ids) => <Textarea {...ids} {...area} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type SelectFieldProps = Named & {
  name?: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

export function SelectField({ name, value, options, onChange, ...named }: SelectFieldProps) {
  return (
    <Field {...named}>
      {(ids) => (
        // While the options are on the way the select reports that nothing is chosen: that is no choice of a person.
        <Select value={value} onValueChange={(to) => to && onChange(to)}>
          <Select.Trigger {...ids} data-testid={name && `select-${name}`}>
            <Select.Value />
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

interface SearchFormProps {
  /** what was looked for last */
  value: string
  label: string
  hint?: string
  name: string
  role?: "search"
  button: ReactNode
  onSearch: (typed: string) => void
}

/** One input with its button beside it. */
export function SearchForm({ value, role, button, onSearch, ...field }: SearchFormProps) {
  const [typed, setTyped] = useState(value)
  return (
    <form
      className="flex flex-col gap-3 px-6 py-4 sm:flex-row sm:items-end"
      role={role}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <div className="w-full sm:max-w-sm">
        <TextField {...field} autoComplete="off" value={typed} onChange={setTyped} />
      </div>
      {button}
    </form>
  )
}
