import { StatusBadge } from "@medusajs/ui"
import type { AdminPayCollectIntent, AdminPayCollectLink, PayCollectLinkState } from "../../../types/http"
import { useAction, useConfirm, useErrorText } from "../../hooks/action"
import { RequestError } from "../../hooks/client"
import { useTexts } from "../../hooks/format"
import {
  makeLink,
  useLinks,
  useOwingOrder,
  revokeLink,
  type LinkSubjectQuery,
  type OwingOrder,
} from "../../hooks/payment-links"
import { Copyable, SmallButton } from "../kit"
import { SendLink } from "./link-send"
import { SectionBody, SectionRow, Section } from "../section"

const COLOURS: Record<PayCollectLinkState, "green" | "red" | "blue" | "orange" | "grey"> = {
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
  return (
    <Section
      testId="payment-link"
      title={t("link.title")}
      subtitle={link ? undefined : t(isCart ? "link.subtitle_cart" : "link.subtitle")}
      badge={
        link && (
          <StatusBadge color={COLOURS[link.state]} className="text-nowrap">
            {t(`link.state.${link.state}`)}
          </StatusBadge>
        )
      }
    >
      {link && <LinkFactsRows link={link} />}
      <SectionBody>
        <div className="flex flex-wrap gap-2">
          {link?.state === "payable" && <SendLink {...{ link, paymentNumber }} />}
          {(owes || link?.state === "payable" || link?.state === "expired") && (
            <Ask {...{ subject, isDraft, isOpen }} />
          )}
          {isOpen && (link.state === "payable" || link.state === "lacking") && <Revoke link={link} />}
        </div>
      </SectionBody>
    </Section>
  )
}

function LinkFactsRows({ link }: { link: AdminPayCollectLink }) {
  const { t, minor, date } = useTexts()
  return (
    <>
      {link.owed && <SectionRow title={t("link.asks")}>{minor(link.owed, link)}</SectionRow>}
      {link.url && (
        <SectionRow title={t("link.address")}>
          <Copyable value={link.url} name={t("link.copy_name")} />
        </SectionRow>
      )}
      {link.missing.length > 0 && (
        <SectionRow title={t("link.lacks")}>
          {link.missing.map((lack) => t(`link.lack.${lack}`)).join(", ")}
        </SectionRow>
      )}
      {link.state === "payable" && (
        <SectionRow title={t("link.valid_until")}>{date(link.expires_at)}</SectionRow>
      )}
      {link.mailed_at && <SectionRow title={t("link.mailed_at")}>{date(link.mailed_at)}</SectionRow>}
      {link.paid_at && <SectionRow title={t("link.paid_at")}>{date(link.paid_at)}</SectionRow>}
    </>
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
  const { run, isPending } = useAction(makeLink, {
    done: () => ({ title: t(isOpen ? "link.renewed" : "link.made") }),
    failed: t("link.not_made"),
    refusals: useLinkRefusal(),
  })
  const ask = async () => {
    const isSure = !isDraft || (await confirm("link.draft", { variant: "confirmation" }))
    if (isSure) await run({ ...subject, convert_draft: isDraft })
  }
  return (
    <SmallButton
      variant={isOpen ? "secondary" : "primary"}
      onClick={ask}
      isLoading={isPending}
      testId="make-link"
    >
      {t(isOpen ? "link.renew" : "link.make")}
    </SmallButton>
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
  const { run, isPending } = useAction(() => revokeLink(link.id), {
    done: () => ({ title: t("link.revoked") }),
    failed: t("link.not_revoked"),
  })
  const revoke = async () => {
    if (await confirm("link.revoke", { confirmText: t("link.revoke") })) await run()
  }
  return (
    <SmallButton variant="transparent" onClick={revoke} isLoading={isPending} testId="revoke-link">
      {t("link.revoke")}
    </SmallButton>
  )
}
