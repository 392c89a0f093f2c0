import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { AdminPayCollectAttentionItem } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { Copyable, Subtle } from "../kit"
import { link } from "../section"

type ShownItem = AdminPayCollectAttentionItem

/** What a person needs to deal with an item: sums, the order, the payment, and whom to call. */
export function AttentionFacts({ item }: { item: ShownItem }) {
  const { t, minor, came } = useTexts()
  const { payment, paid, order } = item
  return (
    <dl className="txt-small grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact title={t("attention_list.asked")}>{minor(payment.amount, payment)}</Fact>
      {paid && <Fact title={t("attention_list.paid")}>{came(paid.amount, paid)}</Fact>}
      {payment.refunded !== "0" && (
        <Fact title={t("field.refunded")}>{minor(payment.refunded, payment)}</Fact>
      )}
      {order && (
        <Fact title={t(item.reason === "duplicate_payment" ? "attention_list.duplicates" : "field.order")}>
          <Link className={link} to={`/orders/${order.id}`}>
            {order.display_id === null ? order.id : `#${order.display_id}`}
          </Link>
          {order.canceled && <span>{t("attention_list.canceled")}</span>}
        </Fact>
      )}
      <Fact title={t("field.payment_number")}>
        <Copyable value={payment.payment_number} name={t("field.payment_number")} />
      </Fact>
      <CustomerLine customer={item.customer} />
    </dl>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle">{title}</dt>
      <dd className="text-ui-fg-base mb-1 flex min-w-0 flex-wrap items-center gap-x-2 break-all sm:mb-0">
        {children}
      </dd>
    </div>
  )
}

/** Whom to ask, and the ways to do it that a phone or a computer opens by itself. */
function CustomerLine({ customer: { id, name, phone, phone_digits, email } }: Pick<ShownItem, "customer">) {
  const { t } = useTexts()
  const known = name ?? (id && email)
  return (
    <>
      {known && (
        <Fact title={t("field.customer")}>
          {id ? (
            <Link className={link} to={`/customers/${id}`}>
              {known}
            </Link>
          ) : (
            known
          )}
        </Fact>
      )}
      {phone && (
        <Fact title={t("field.phone")}>
          {phone_digits ? (
            <>
              <a className={link} href={`tel:+${phone_digits}`} aria-label={t("contact.call", { phone })}>
                {phone}
              </a>
              <a
                className={link}
                href={`https://wa.me/${phone_digits}`}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t("contact.whatsapp", { phone })}
              >
                WhatsApp
              </a>
            </>
          ) : (
            phone
          )}
        </Fact>
      )}
      {email && (
        <Fact title={t("field.email")}>
          <a className={link} href={mailTo(email)} aria-label={t("contact.mail", { email })}>
            {email}
          </a>
        </Fact>
      )}
    </>
  )
}

/** Nothing of an address becomes a subject or another recipient. */
const mailTo = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`

/** What was written down when the item was opened: a refund's sum, an excess, what the store or the service said. */
export function ItemDetails({ item }: { item: ShownItem }) {
  const { t, minor, sum, known } = useTexts()
  const { payment, paid } = item
  const data = (item.data ?? {}) as Record<string, string | undefined>
  const facts = [
    !paid &&
      data.asked &&
      data.answered &&
      t("detail.asked_answered", { asked: sum(data.asked, payment), answered: sum(data.answered, payment) }),
    data.came &&
      t("detail.reversed", {
        came: sum(data.came, payment),
        refunded: sum(data.refunded ?? "", payment),
        // The dashboard's word for a state of the service, or the service's own.
        status: known(`status.${data.status}`) ?? data.status ?? "",
        left: data.left ? `, ${sum(data.left, payment)}` : "",
      }),
    data.amount &&
      t("detail.refund_amount", {
        amount: data.currency ? sum(`${data.amount} ${data.currency}`, payment) : minor(data.amount, payment),
      }),
    data.fee && t("detail.fee", { amount: minor(data.fee, payment) }),
    data.error && t("detail.store_said", { error: data.error }),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <Subtle>{facts.join(" · ")}</Subtle>
}
