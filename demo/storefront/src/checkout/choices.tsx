import { methodName } from "medusa-payment-paycollect/storefront"
import type { ReactNode } from "react"
import { CardIcon, PhoneIcon, WalletIcon } from "../components/icons"
import { useShop } from "../shop/context"

export interface DeliveryOption {
  id: string
  name: string
  amount: number
  taxIncluded: boolean
  /** standard, express: what the shop knows to describe */
  code: string
}

interface RadioRowProps {
  group: string
  checked: boolean
  onChoose: () => void
  title: string
  hint?: string
  aside?: ReactNode
  testId: string
}

function RadioRow({ group, checked, onChoose, title, hint, aside, testId }: RadioRowProps) {
  return (
    <label className="choice">
      <input type="radio" name={group} checked={checked} onChange={onChoose} data-testid={testId} />
      <span className="choice-text">
        <span>{title}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      <span className="choice-aside">{aside}</span>
    </label>
  )
}

/** Keep the place of the usual number of choices while they load. */
function Placeholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <div key={index} className="choice placeholder" />)
}

interface DeliveryChoiceProps {
  options: DeliveryOption[] | null
  chosenId: string | null
  onChoose: (id: string) => void
  error?: string
}

export function DeliveryChoice({ options, chosenId, onChoose, error }: DeliveryChoiceProps) {
  const { t } = useShop()
  return (
    <fieldset className="block" id="delivery" aria-busy={!options}>
      <legend>{t.delivery}</legend>
      {!options && <Placeholders count={2} />}
      {options?.length === 0 && <p className="field-error">{t.deliveryNone}</p>}
      {options?.map((option) => (
        <RadioRow
          key={option.id}
          group="delivery"
          checked={option.id === chosenId}
          onChoose={() => onChoose(option.id)}
          title={t.deliveries[option.code]?.name ?? option.name}
          hint={t.deliveries[option.code]?.hint}
          aside={<DeliveryPrice option={option} />}
          testId="delivery-option"
        />
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function DeliveryPrice({ option }: { option: DeliveryOption }) {
  const { t, price } = useShop()
  return (
    <span className="delivery-price">
      {option.amount === 0 ? t.free : price(option.amount)}
      {option.amount > 0 && !option.taxIncluded && <span className="hint">{t.beforeTax}</span>}
    </span>
  )
}

const KINDS = [
  { prefix: "pp_paycollect-mobile-money_", hint: "methodMobileMoneyHint", icon: <PhoneIcon /> },
  { prefix: "pp_paycollect-card_", hint: "methodCardHint", icon: <CardIcon /> },
  { prefix: "pp_paycollect_", hint: "methodAllHint", icon: <WalletIcon /> },
] as const

/** The narrower methods first; providers that are not of the plugin are not offered. */
export function sortMethods(providerIds: string[]): string[] {
  return KINDS.flatMap(({ prefix }) => providerIds.filter((id) => id.startsWith(prefix)))
}

interface MethodChoiceProps {
  methods: string[] | null
  chosenId: string | null
  onChoose: (id: string) => void
  error?: string
}

export function MethodChoice({ methods, chosenId, onChoose, error }: MethodChoiceProps) {
  const { t, paymentTexts } = useShop()
  return (
    <fieldset className="block" id="payment" aria-busy={!methods}>
      <legend>{t.payment}</legend>
      {!methods && <Placeholders count={3} />}
      {methods?.length === 0 && <p className="field-error">{t.paymentNone}</p>}
      {methods?.map((id) => {
        const kind = KINDS.find(({ prefix }) => id.startsWith(prefix))
        return (
          <RadioRow
            key={id}
            group="method"
            checked={id === chosenId}
            onChoose={() => onChoose(id)}
            title={methodName(id, paymentTexts) ?? id}
            hint={kind && t[kind.hint]}
            aside={kind?.icon}
            testId={`method-${id}`}
          />
        )
      })}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
