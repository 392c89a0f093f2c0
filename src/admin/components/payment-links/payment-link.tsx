import { useNavigate } from "react-router-dom"
import type {
  AdminPayCollectIntent,
  AdminPayCollectLink,
  AdminPayCollectLinkResponse,
  PayCollectLinkState,
} from "../../../types/http"
import { useConfirm, useErrorText } from "../../hooks/action"
import { RequestError } from "../../hooks/client"
import { useTexts } from "../../hooks/format"
import {
  makeLink,
  revokeLink,
  useLinks,
  useOwingOrder,
  type LinkSubjectQuery,
  type OwingOrder,
} from "../../hooks/payment-links"
import { ActionButton, Copyable, StateBadge, type Colour } from "../kit"
import { Rows, Section, SectionBody } from "../section"
import { SendLink } from "./link-send"

const COLOURS: Record<PayCollectLinkState, Colour> = {
  payable: "orange",
  waiting: "blue",
  attention: "red",
  paid: "green",
  nothing_owed: "grey",
  lacking: "red",
  canceled: "grey",
  gone: "grey",
  revoked: "grey",
  expired: "grey",
}

interface PaymentLinkProps {
  subject: LinkSubjectQuery
  isDraft?: boolean
  /** without it an order or a cart that has no link shows nothing */
  owes: boolean
  /** of the payment on whose page it is: what people call a cart that has no order */
  paymentNumber?: string
}

/** Of an order or a draft. */
export function OrderLink({ order }: { order: OwingOrder }) {
  const isDraft = order.is_draft_order === true || order.status === "draft"
  const owes = order.status !== "canceled" && Number(order.summary?.pending_difference ?? 0) > 0
  return <PaymentLink subject={{ order_id: order.id }} isDraft={isDraft} owes={isDraft || owes} />
}

/** Of a payment: its order's, or that of the cart which was left behind. */
export function LinkOfPayment({ payment }: { payment: AdminPayCollectIntent }) {
  const { order_id, cart_id, outcome, closed_at } = payment
  if (order_id) return <LinkOfOrder id={order_id} />
  if (!cart_id) return null
  const isMoney = outcome === "paid" || outcome === "discrepancy"
  const owes = !isMoney || closed_at !== null
  return <PaymentLink subject={{ cart_id }} owes={owes} paymentNumber={payment.payment_number} />
}

function LinkOfOrder({ id }: { id: string }) {
  const { data } = useOwingOrder(id)
  return data ? <OrderLink order={data.order} /> : null
}

/** The newest payment link: made, shown again, sent, renewed, withdrawn. Nothing for an employee who may not see links. */
function PaymentLink({ subject, isDraft = false, owes, paymentNumber }: PaymentLinkProps) {
  const { t } = useTexts()
  const { data } = useLinks(subject)
  if (!data) return null
  const [link] = data.links
  if (!link && !owes) return null
  const isOpen = !!link && !link.revoked_at
  const isCart = "cart_id" in subject
  const mayAsk = owes || link?.state === "payable" || link?.state === "expired"
  const mayRevoke = isOpen && (link.state === "payable" || link.state === "lacking")
  return (
    <Section
      testId="payment-link"
      title={t("link.title")}
      subtitle={link ? undefined : t(isCart ? "link.subtitle_cart" : "link.subtitle")}
      badge={link && <StateBadge color={COLOURS[link.state]}>{t(`link.state.${link.state}`)}</StateBadge>}
    >
      {link && <LinkFactsRows link={link} />}
      {(mayAsk || mayRevoke) && (
        <SectionBody>
          <div className="flex flex-wrap gap-2">
            {link?.state === "payable" && <SendLink {...{ link, paymentNumber }} />}
            {mayAsk && <Ask {...{ subject, isDraft, isOpen }} />}
            {mayRevoke && <Revoke link={link} />}
          </div>
        </SectionBody>
      )}
    </Section>
  )
}

function LinkFactsRows({ link }: { link: AdminPayCollectLink }) {
  const { t, minor, date } = useTexts()
  const { owed, url, missing, state, expires_at, mailed_at, paid_at } = link
  return (
    <Rows
      of={[
        owed && [t("link.asks"), minor(owed, link)],
        url && [t("link.address"), <Copyable key="address" value={url} name={t("link.copy_name")} />],
        missing.length > 0 && [t("link.lacks"), missing.map((lack) => t(`link.lack.${lack}`)).join(", ")],
        state === "payable" && [t("link.valid_until"), date(expires_at)],
        mailed_at && [t("link.mailed_at"), date(mailed_at)],
        paid_at && [t("link.paid_at"), date(paid_at)],
      ]}
    />
  )
}

interface AskProps {
  subject: LinkSubjectQuery
  isDraft: boolean
  isOpen: boolean
}

function Ask({ subject, isDraft, isOpen }: AskProps) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const made = ({ link }: AdminPayCollectLinkResponse) => {
    // A draft is none any more: its page would say that it is not there.
    if (isDraft) void navigate(`/orders/${link.order_id}`)
    return { title: t(isOpen ? "link.renewed" : "link.made") }
  }
  return (
    <ActionButton
      variant={isOpen ? "secondary" : "primary"}
      testId="make-link"
      isSure={async () => !isDraft || (await confirm("link.draft", { variant: "confirmation" }))}
      request={() => makeLink({ ...subject, convert_draft: isDraft })}
      says={{
        done: made,
        failed: t("link.not_made"),
        refusals: useLinkRefusal(),
      }}
    >
      {t(isOpen ? "link.renew" : "link.make")}
    </ActionButton>
  )
}

/** Why no link was made: in words, with each thing that is missing and each of the goods that cannot be had. */
function useLinkRefusal() {
  const { t } = useTexts()
  const text = useErrorText()
  return (error: unknown) => {
    const said = text(error, "link.refused")
    if (!(error instanceof RequestError) || error.code !== "cart_lacks") return said
    const lacks = error.missing.map((lack) => t(`link.lack.${lack}`)).join(", ")
    const goods = error.short.length > 0 ? ` (${error.short.join(", ")})` : ""
    return lacks ? `${said} ${lacks}${goods}.` : said
  }
}

function Revoke({ link }: { link: AdminPayCollectLink }) {
  const { t } = useTexts()
  const confirm = useConfirm()
  return (
    <ActionButton
      variant="transparent"
      testId="revoke-link"
      isSure={() => confirm("link.revoke", { confirmText: t("link.revoke") })}
      request={() => revokeLink(link.id)}
      says={{ done: () => ({ title: t("link.revoked") }), failed: t("link.not_revoked") }}
    >
      {t("link.revoke")}
    </ActionButton>
  )
}
