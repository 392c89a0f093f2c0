import { useStore } from "@medusajs/dashboard/hooks"
import { Button, StatusBadge, toast, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectLink, PayCollectLinkState } from "../../types/http"
import { RequestError } from "../hooks/client"
import { useFormat } from "../hooks/format"
import { useAskByLink, useLinks, useRevokeLink } from "../hooks/links"
import { Copyable } from "./copyable"
import { Body, Row, Section } from "./section"
import { useErrorText } from "./states"
import { described } from "./toasts"

const COLOURS: Record<PayCollectLinkState, "green" | "red" | "blue" | "orange" | "grey"> = {
  payable: "orange",
  waiting: "blue",
  attention: "red",
  paid: "green",
  nothing_owed: "grey",
  canceled: "grey",
  revoked: "grey",
  expired: "grey",
}

interface PaymentLinkProps {
  orderId: string
  isDraft?: boolean
  /** without it an order that has no link shows nothing */
  owes: boolean
}

/** The newest payment link of an order: made, shown again, sent, renewed, withdrawn. Nothing for an employee who may not see links. */
export function PaymentLink({ orderId, isDraft = false, owes }: PaymentLinkProps) {
  const { t } = useTranslation("paycollect")
  const { data } = useLinks(orderId)
  if (!data) return null
  const [link] = data.links
  if (!link && !owes) return null
  const isOpen = !!link && !link.revoked_at
  return (
    <Section
      testId="payment-link"
      title={t("link.title")}
      subtitle={link ? undefined : t("link.subtitle")}
      badge={
        link && (
          <StatusBadge color={COLOURS[link.state]} className="text-nowrap">
            {t(`link.state.${link.state}`)}
          </StatusBadge>
        )
      }
    >
      {link && <Facts link={link} />}
      <Body>
        <div className="flex flex-wrap gap-2">
          {link?.state === "payable" && <Send link={link} />}
          {(owes || link?.state === "payable" || link?.state === "expired") && (
            <Ask orderId={orderId} isDraft={isDraft} isOpen={isOpen} />
          )}
          {isOpen && link.state === "payable" && <Revoke link={link} />}
        </div>
      </Body>
    </Section>
  )
}

function Facts({ link }: { link: AdminPayCollectLink }) {
  const { t } = useTranslation("paycollect")
  const { minor, date } = useFormat()
  return (
    <>
      {link.owed && <Row title={t("link.asks")}>{minor(link.owed, link)}</Row>}
      {link.url && (
        <Row title={t("link.address")}>
          <Copyable value={link.url} name={t("link.copy_name")} />
        </Row>
      )}
      {link.state === "payable" && <Row title={t("link.valid_until")}>{date(link.expires_at)}</Row>}
      {link.paid_at && <Row title={t("link.paid_at")}>{date(link.paid_at)}</Row>}
    </>
  )
}

/** By the merchant's own telephone or mail program: what is sent is seen before it is. */
function Send({ link: { url, owed, customer, ...money } }: { link: AdminPayCollectLink }) {
  const { t } = useTranslation("paycollect")
  const { minor } = useFormat()
  const { store } = useStore()
  if (!url || !owed) return null
  const text = encodeURIComponent(t("link.message", { amount: minor(owed, money), url, ...PLAIN }))
  const subject = encodeURIComponent(t("link.subject", { shop: store?.name ?? "", ...PLAIN }))
  const mail = `mailto:${encodeURIComponent(customer.email ?? "")}?subject=${subject}&body=${text}`
  return (
    <>
      <Button size="small" variant="secondary" asChild>
        <a
          href={`https://wa.me/${customer.phone_digits ?? ""}?text=${text}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t("link.whatsapp")}
        </a>
      </Button>
      <Button size="small" variant="secondary" asChild>
        <a href={mail}>{t("link.mail")}</a>
      </Button>
    </>
  )
}

/** It goes into an address and not into a page. */
const PLAIN = { interpolation: { escapeValue: false } }

function Ask({ orderId, isDraft, isOpen }: { orderId: string; isDraft: boolean; isOpen: boolean }) {
  const { t } = useTranslation("paycollect")
  const prompt = usePrompt()
  const text = useErrorText()
  const { mutateAsync, isPending } = useAskByLink()
  const why = (error: unknown) =>
    error instanceof RequestError && error.code ? t(`link.refused.${error.code}`) : text(error)
  const ask = async () => {
    const isSure =
      !isDraft ||
      (await prompt({
        variant: "confirmation",
        title: t("link.draft_title"),
        description: t("link.draft_text"),
        confirmText: t("link.draft_confirm"),
        cancelText: t("actions.cancel"),
      }))
    if (!isSure) return
    await mutateAsync({ order_id: orderId, convert_draft: isDraft }).then(
      () => toast.success(t(isOpen ? "link.renewed" : "link.made")),
      (error) => toast.error(t("link.not_made"), described(why(error)))
    )
  }
  return (
    <Button
      size="small"
      variant={isOpen ? "secondary" : "primary"}
      onClick={() => void ask()}
      isLoading={isPending}
      data-testid="make-link"
    >
      {t(isOpen ? "link.renew" : "link.make")}
    </Button>
  )
}

function Revoke({ link }: { link: AdminPayCollectLink }) {
  const { t } = useTranslation("paycollect")
  const prompt = usePrompt()
  const text = useErrorText()
  const { mutateAsync, isPending } = useRevokeLink()
  const revoke = async () => {
    const isSure = await prompt({
      title: t("link.revoke_title"),
      description: t("link.revoke_text"),
      confirmText: t("link.revoke"),
      cancelText: t("actions.cancel"),
    })
    if (!isSure) return
    await mutateAsync(link.id).then(
      () => toast.success(t("link.revoked")),
      (error) => toast.error(t("link.not_revoked"), described(text(error)))
    )
  }
  return (
    <Button
      size="small"
      variant="transparent"
      onClick={() => void revoke()}
      isLoading={isPending}
      data-testid="revoke-link"
    >
      {t("link.revoke")}
    </Button>
  )
}
