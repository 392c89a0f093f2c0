import type { PaymentMethod, PaymentOperator } from "medusa-payment-paycollect-storefront"
import { CardIcon, WalletIcon } from "./icons"

/** The colours by which people know who it is; the drawing is the shop's own. */
const LOOKS: [pattern: RegExp, paper: string, ink: string][] = [
  [/mtn|momo/i, "#ffcb05", "#1e1b16"],
  [/orange/i, "#c74a00", "#ffffff"],
  [/moov/i, "#00569b", "#ffffff"],
  [/wave/i, "#1fb6e8", "#10212b"],
  [/airtel/i, "#b70000", "#ffffff"],
  [/free|yas|tigo/i, "#7a1d63", "#ffffff"],
  [/vodafone|telecel/i, "#c40000", "#ffffff"],
  [/m-?pesa|safaricom/i, "#1d7f3a", "#ffffff"],
]
const PLAIN = ["#3d4a45", "#ffffff"] as const
const MOST = 3
const LONGEST = 8

function OperatorBadge({ code, name }: PaymentOperator) {
  const look = LOOKS.find(([pattern]) => pattern.test(`${code} ${name}`))
  const [paper, ink] = look ? [look[1], look[2]] : PLAIN
  const [word = name] = name.split(/\s+/)
  return (
    <svg viewBox="0 0 60 22" width="60" height="22" className="badge-of-operator">
      <rect width="60" height="22" rx="6" fill={paper} />
      <text
        x="30"
        y="15.5"
        fill={ink}
        fontSize="12"
        fontWeight="700"
        textAnchor="middle"
        textLength={word.length > LONGEST - 2 ? "52" : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {word.slice(0, LONGEST)}
      </text>
    </svg>
  )
}

/** Who takes the money, at a glance; the names stand beside it in words. */
export function OperatorBadges({ kind, operators }: PaymentMethod) {
  const mobile = operators.filter((operator) => !/card|visa/i.test(operator.code))
  return (
    <span className="badges" aria-hidden="true">
      {mobile.slice(0, MOST).map((operator) => (
        <OperatorBadge key={operator.code} {...operator} />
      ))}
      {kind === "card" ? <CardIcon /> : kind === "any" && <WalletIcon />}
    </span>
  )
}
