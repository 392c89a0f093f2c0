import { Fragment, type ReactNode } from "react"
import type { AdminPayCollectAttentionItem } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { excessOf, useSumBack } from "../../hooks/payments"
import { Copyable, IN_NEW_TAB, Subtle, TextLink } from "../kit"

/** What a person needs to deal with an item: sums, the order, the payment, and whom to call. */
export function AttentionFacts({ item }: { item: AdminPayCollectAttentionItem }) {
  const { t, minor, came } = useTexts()
  const { payment, paid, order } = item
  const { fee } = payment
  const excess = excessOf(payment)
  const back = useSumBack(payment)
  const parts = [
    fee && fee !== "0" && t("attention_list.of_goods", { amount: minor(payment.amount, payment) }),
    fee &&
      fee !== "0" &&
      t(item.reason === "unexpected_fee" ? "attention_list.of_excess" : "attention_list.of_fee", {
        amount: minor(fee, payment),
      }),
    excess && t("attention_list.of_excess", { amount: minor(excess, payment) }),
  ].filter(Boolean)
  const facts: [title: string, value: ReactNode][] = [
    [t("attention_list.asked"), minor(payment.amount, payment)],
    [t("attention_list.paid"), paid && [came(paid.amount, paid), ...parts].join(" · ")],
    [back?.title ?? "", back?.sum],
    [
      t(item.reason === "duplicate_payment" ? "attention_list.duplicates" : "field.order"),
      order && (
        <>
          <TextLink to={`/orders/${order.id}`}>
            {order.display_id === null ? order.id : `#${order.display_id}`}
          </TextLink>
          {order.canceled && <span>{t("attention_list.canceled")}</span>}
        </>
      ),
    ],
    [
      t("field.payment_number"),
      <Copyable key="number" value={payment.payment_number} name={t("field.payment_number")} />,
    ],
    ...useCustomerFacts(item),
  ]
  return (
    <dl className="txt-small grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(
        ([title, value]) =>
          value && (
            <Fragment key={title}>
              <dt className="text-ui-fg-subtle">{title}</dt>
              <dd className="text-ui-fg-base mb-1 flex min-w-0 flex-wrap items-center gap-x-2 break-all sm:mb-0">
                {value}
              </dd>
            </Fragment>
          )
      )}
    </dl>
  )
}

/** Whom to ask, and the ways to do it that a phone or a computer opens by itself. */
function useCustomerFacts({ customer }: AdminPayCollectAttentionItem): [title: string, value: ReactNode][] {
  const { t } = useTexts()
  const { id, phone, phone_digits, email } = customer
  const name = customer.name ?? (id && email)
  return [
    [t("field.customer"), name && id ? <TextLink to={`/customers/${id}`}>{name}</TextLink> : name],
    [
      t("field.phone"),
      phone && phone_digits ? (
        <>
          <TextLink href={`tel:+${phone_digits}`} aria-label={t("contact.call", { phone })}>
            {phone}
          </TextLink>
          <TextLink
            href={`https://wa.me/${phone_digits}`}
            {...IN_NEW_TAB}
            aria-label={t("contact.whatsapp", { phone })}
          >
            WhatsApp
          </TextLink>
        </>
      ) : (
        phone
      ),
    ],
    [
      t("field.email"),
      email && (
        <TextLink href={mailTo(email)} aria-label={t("contact.mail", { email })}>
          {email}
        </TextLink>
      ),
    ],
  ]
}

/** Nothing of an address becomes a subject or another recipient. */
const mailTo = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`

/** What was written down when the item was opened: a refund's sum, an excess, what the store or the service said. */
export function ItemDetails({ item }: { item: AdminPayCollectAttentionItem }) {
  const { t, minor, sum, known } = useTexts()
  const { payment, paid } = item
  const data = (item.data ?? {}) as Record<string, string | undefined>
  // The dashboard's word for a state of the service, or the service's own.
  const status = known(`status.${data.status}`) ?? data.status ?? ""
  const facts = [
    !paid &&
      data.asked &&
      data.answered &&
      t("detail.asked_answered", { asked: sum(data.asked, payment), answered: sum(data.answered, payment) }),
    data.came &&
      t("detail.reversed", {
        came: sum(data.came, payment),
        refunded: sum(data.refunded ?? "", payment),
        status,
        left: data.left ? `, ${sum(data.left, payment)}` : "",
      }),
    !data.came && data.status && t("detail.says_now", { status }),
    data.won && t("detail.won_back", { amount: sum(data.won, payment) }),
    data.amount &&
      t("detail.refund_amount", {
        amount: data.currency ? sum(`${data.amount} ${data.currency}`, payment) : minor(data.amount, payment),
      }),
    data.gone && t("detail.due_gone", { amount: sum(data.gone, payment) }),
    data.fee && t("refund.excess", { amount: minor(data.fee, payment) }),
    data.error && t("detail.store_said", { error: data.error }),
  ].filter(Boolean)
  return facts.length > 0 && <Subtle>{facts.join(" · ")}</Subtle>
}
