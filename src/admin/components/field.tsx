import { Hint, Input, Label, Select, Textarea } from "@medusajs/ui"
import { useId, useState, type ChangeEvent, type ComponentProps, type ReactNode } from "react"
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

function Field({ label, hint, error, optional, children }: FieldProps) {
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
      {described && (
        <Hint
          id={described}
          className="text-pretty"
          {...(error && { variant: "error" as const, role: "alert" })}
        >
          {error ?? hint}
        </Hint>
      )}
    </div>
  )
}

type TextFieldProps = Named &
  Pick<
    ComponentProps<"input">,
    "type" | "placeholder" | "autoComplete" | "inputMode" | "name" | "maxLength" | "autoFocus" | "onKeyDown"
  > & {
    value: string
    testId?: string
    /** of a text that has several lines */
    rows?: number
    onChange: (value: string) => void
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, testId, rows, onChange, onKeyDown, ...input } = props
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value)
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ids) =>
        rows ? (
          <Textarea {...ids} {...input} rows={rows} onChange={change} />
        ) : (
          <Input {...ids} {...input} {...{ onKeyDown }} onChange={change} data-testid={testId} />
        )
      }
    </Field>
  )
}

/** The kit's select takes no empty value. */
const ALL_CHOICES = "all"

type SelectFieldProps<Value extends string> = Named & {
  name: string
  /** empty while none is chosen */
  value: string
  values: readonly Value[]
  text: (value: Value) => string
  onChange: (value: Value) => void
  /** of the choice before all others, of a filter: it is empty then */
  all?: string
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { name, value, values, text, onChange, all, ...named } = props
  // While the options are on the way the select reports that nothing is chosen: that is no choice of a person.
  const choose = (to: string) => to && onChange((to === ALL_CHOICES ? "" : to) as Value)
  return (
    <Field {...named}>
      {(ids) => (
        <Select value={value || (all ? ALL_CHOICES : "")} onValueChange={choose}>
          <Select.Trigger {...ids} data-testid={`select-${name}`}>
            <span className="truncate text-left">
              <Select.Value />
            </span>
          </Select.Trigger>
          <Select.Content>
            {all && <Select.Item value={ALL_CHOICES}>{all}</Select.Item>}
            {values.map((each) => (
              <Select.Item key={each} value={each}>
                {text(each)}
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
