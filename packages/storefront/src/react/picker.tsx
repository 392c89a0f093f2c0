import { useId, type ReactElement, type ReactNode } from "react"
import { amountText, boundsText, feeLines, methodName, operatorNames, type PaymentMethod } from "../index"
import { leastFee } from "./amount-to-pay"
import { usePayCollect } from "./context"
import { OperatorLogos, type Logos } from "./operator-logos"

export interface PaymentMethodPickerProps {
  /** null while they load. */
  methods: PaymentMethod[] | null
  /** The chosen `providerId`; null: none yet. */
  value: string | null
  onChange: (providerId: string) => void
  disabled?: boolean
  /** What is wrong with the choice; read out with the group. */
  error?: string | null
  /** Of the operators; default `drawn`. `service` has the customer's browser ask the hosts of the pictures that the service names. */
  logos?: Logos | false
  id?: string
  className?: string
  /** Shown at the end of a method's row: an icon, a badge. */
  children?: (method: PaymentMethod) => ReactNode
}

/**
 * A group of radio buttons: each method by name, with its operators and what it costs the customer, and that no money moves where the shop's payments are
 * tests. One that does not take the cart's total cannot be chosen, and says what it takes. Unstyled; `data-part` marks `legend`, `test`, `method`,
 * `name`, `operators`, `fee`, `outside`, `logos`, `empty` and `error`.
 */
export function PaymentMethodPicker(props: PaymentMethodPickerProps): ReactElement {
  const { methods, value, onChange, disabled, error, logos, id, className, children } = props
  const { texts, money } = usePayCollect()
  const group = useId()
  const describe = (method: PaymentMethod) => ({
    name: methodName(method.providerId, texts),
    operators: operatorNames(method),
    fee: method.outside ? null : feeLines(method, texts, money)[0],
    outside: method.outside && boundsText(method.outside, texts, money),
  })
  return (
    <fieldset
      id={id}
      className={className}
      disabled={disabled}
      aria-busy={methods === null}
      aria-describedby={error ? `${group}-error` : undefined}
    >
      <legend data-part="legend">{texts.chooseMethod}</legend>
      {methods?.some(({ isTest }) => isTest) && <p data-part="test">{texts.testMode}</p>}
      {methods?.length === 0 && <p data-part="empty">{texts.noMethods}</p>}
      {methods?.map((method) => {
        const { name, operators, fee, outside } = describe(method)
        return (
          <label key={method.providerId} data-part="method">
            <input
              type="radio"
              name={group}
              value={method.providerId}
              checked={method.providerId === value}
              disabled={!!outside}
              onChange={() => onChange(method.providerId)}
            />
            <span data-part="text">
              <span data-part="name">{name}</span>
              {operators && <span data-part="operators">{operators}</span>}
              {fee && <span data-part="fee">{fee}</span>}
              {outside && <span data-part="outside">{outside}</span>}
            </span>
            {logos !== false && <OperatorLogos operators={method.operators} logos={logos} />}
            {children?.(method)}
          </label>
        )
      })}
      {error && (
        <p id={`${group}-error`} role="alert" data-part="error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export interface FeeLineProps {
  /** The chosen one. */
  method?: PaymentMethod | null
  /** All of them, where none is chosen yet, as in the cart: the least that comes on top, of the cheapest. */
  methods?: readonly PaymentMethod[] | null
  className?: string
}

/** What the customer pays on top, read out when it changes. Empty where the merchant bears the fee or the service does not tell it. */
export function FeeLine({ method, methods, className }: FeeLineProps): ReactElement {
  const { texts, money } = usePayCollect()
  const least = methods && leastFee(methods)
  const from = least && amountText({ ...least, amount: least.fee }, money)
  const lines = method ? feeLines(method, texts, money) : from ? [texts.feeFrom.replace("{fee}", from)] : []
  return (
    <div role="status" className={className} data-part="fees">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
