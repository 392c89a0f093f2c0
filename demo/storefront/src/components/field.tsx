import type { InputHTMLAttributes, ReactNode } from "react"

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  name: string
  label: string
  value: string
  onValue: (value: string) => void
  error?: string
  hint?: string
  before?: ReactNode
  wide?: boolean
}

export function Field({ name, label, value, onValue, error, hint, before, wide, ...input }: FieldProps) {
  const id = `field-${name}`
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={id}>{label}</label>
      <div className="input">
        {before && (
          <span className="before" aria-hidden="true">
            {before}
          </span>
        )}
        <input
          id={id}
          name={name}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
          {...input}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
