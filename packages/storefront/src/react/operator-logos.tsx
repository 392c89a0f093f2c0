import { useState, type ReactElement } from "react"
import type { PaymentOperator } from "../index"

/** `drawn`: marks of our own, nothing is loaded from elsewhere. `service`: the pictures that the service names, from where it has them. */
export type Logos = "drawn" | "service"

/** The colours by which people know who it is, and what can be read on them; no brand's artwork. */
const COLOURS: [pattern: RegExp, paper: string, ink: string][] = [
  [/mtn|momo/, "#ffcb05", "#1e1b16"],
  [/orange/, "#c74a00", "#fff"],
  [/moov/, "#00569b", "#fff"],
  [/wave/, "#1fb6e8", "#10212b"],
  [/airtel/, "#b70000", "#fff"],
  [/free|yas|tigo/, "#7a1d63", "#fff"],
  [/vodafone|telecel/, "#c40000", "#fff"],
  [/m-?pesa|safaricom/, "#1d7f3a", "#fff"],
  [/./, "#3d4a45", "#fff"],
]

/** Larger than any country's list of operators that people choose from at a glance. */
const MOST = 4
const SIZE = { width: 40, height: 24 }

/** "MTN" of "MTN MoMo", "OM" of "Orange Money", "MP" of "M-Pesa". */
function initials(name: string): string {
  const [first = ""] = name.split(" ")
  return first.length > 4 ? name.replace(/([^\s-])[^\s-]*[\s-]*/g, "$1").slice(0, 3) : first
}

function Mark({ code, name, kind }: PaymentOperator): ReactElement {
  const [, paper, ink] = COLOURS.find(([pattern]) => pattern.test(`${code} ${name}`.toLowerCase()))!
  return (
    <svg {...SIZE} viewBox="0 0 40 24">
      <rect {...SIZE} rx="5" fill={paper} />
      {kind === "card" ? (
        <path d="M0 6h40v5H0zM6 16h12v2H6z" fill={ink} />
      ) : (
        <text x="20" y="16.5" fill={ink} fontSize="13" fontWeight="700" textAnchor="middle">
          {initials(name)}
        </text>
      )}
    </svg>
  )
}

function Logo({ operator, logos }: { operator: PaymentOperator; logos: Logos }): ReactElement {
  const [isBroken, setBroken] = useState(false)
  return operator.logo && logos === "service" && !isBroken ? (
    <img
      {...SIZE}
      src={operator.logo}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <Mark {...operator} />
  )
}

export interface OperatorLogosProps {
  operators: readonly PaymentOperator[]
  /** Default: `drawn`. */
  logos?: Logos
}

/** Who takes the money, at a glance: 40 by 24 pixels each, as long as the names stand beside them in words. `data-part` is `logos`. */
export function OperatorLogos({ operators, logos = "drawn" }: OperatorLogosProps): ReactElement {
  return (
    <span data-part="logos" aria-hidden="true">
      {operators.slice(0, MOST).map((operator) => (
        <Logo key={operator.code} operator={operator} logos={logos} />
      ))}
    </span>
  )
}
