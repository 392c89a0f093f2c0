import { useStore } from "@medusajs/dashboard/hooks"
import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectLink } from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useFormat } from "../../hooks/format"
import { sendLinkMail } from "../../hooks/payment-links"
import { LinkCode } from "./link-code"

interface SendLinkProps {
  link: AdminPayCollectLink
  paymentNumber?: string
}

/** It goes into an address and not into a page. */
const PLAIN = { interpolation: { escapeValue: false } }

/** How a link that can be paid reaches its customer: by telephone, by mail, on paper. */
export function SendLink({ link, paymentNumber }: SendLinkProps) {
  const { t } = useTranslation("paycollect")
  const { minor } = useFormat()
  const { url, owed, customer } = link
  if (!url || !owed) return null
  const message = encodeURIComponent(t("link.message", { amount: minor(owed, link), url, ...PLAIN }))
  return (
    <>
      <Button size="small" variant="secondary" asChild>
        <a
          href={`https://wa.me/${customer.phone_digits ?? ""}?text=${message}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t("link.whatsapp")}
        </a>
      </Button>
      {link.mail === "possible" ? <Mail link={link} /> : <OwnMail {...{ link, message }} />}
      <LinkCode {...{ link, url, owed, paymentNumber }} />
      {link.mail !== "possible" && (
        <Text size="xsmall" className="text-ui-fg-subtle w-full text-pretty">
          {t(`link.mail_${link.mail}`)}
        </Text>
      )}
    </>
  )
}

/** By the store itself. */
function Mail({ link }: { link: AdminPayCollectLink }) {
  const { t } = useTranslation("paycollect")
  const { run, isPending } = useAction(() => sendLinkMail(link.id), {
    done: ({ mailed }) => ({ title: t(`link.mail_${mailed}`) }),
    failed: t("link.not_mailed"),
    refusals: "link.mail_refused",
  })
  return (
    <Button
      size="small"
      variant="secondary"
      onClick={() => void run()}
      isLoading={isPending}
      data-testid="mail-link"
    >
      {t("link.send_mail")}
    </Button>
  )
}

/** By the employee's own mail program, where the store cannot: what is sent is seen before it is. */
function OwnMail({ link: { customer }, message }: { link: AdminPayCollectLink; message: string }) {
  const { t } = useTranslation("paycollect")
  const { store } = useStore()
  const subject = encodeURIComponent(t("link.subject", { shop: store?.name ?? "", ...PLAIN }))
  return (
    <Button size="small" variant="secondary" asChild>
      <a href={`mailto:${encodeURIComponent(customer.email ?? "")}?subject=${subject}&body=${message}`}>
        {t("link.mail")}
      </a>
    </Button>
  )
}
