import { useStore } from "@medusajs/dashboard/hooks"
import { Text } from "@medusajs/ui"
import { useState } from "react"
import { createPortal } from "react-dom"
import { encode } from "uqr"
import type { AdminPayCollectLink } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { sendLinkMail } from "../../hooks/payment-links"
import { DrawerButton, FormDrawer, useDrawers } from "../drawer"
import { TextField } from "../field"
import { ActionButton, SmallButton } from "../kit"

interface SendLinkProps {
  link: AdminPayCollectLink
  paymentNumber?: string
}

/** It goes into an address and not into a page. */
const PLAIN = { interpolation: { escapeValue: false } }

/** How a link that can be paid reaches its customer: by telephone, by mail, on paper. */
export function SendLink({ link, paymentNumber }: SendLinkProps) {
  const { t, minor } = useTexts()
  const { store } = useStore()
  const { url, owed, customer, order_number: number } = link
  if (!url || !owed) return null
  const values = { shop: store?.name ?? "", amount: minor(owed, link), url, ...PLAIN }
  const message = number ? t("link.message_order", { ...values, number }) : t("link.message_cart", values)
  return (
    <>
      <DrawerButton
        testId="whatsapp"
        drawer={<WhatsAppDrawer digits={customer.phone_digits ?? ""} message={message} />}
      >
        {t("link.whatsapp")}
      </DrawerButton>
      {link.mail === "possible" ? (
        <Mail link={link} />
      ) : (
        <OwnMail link={link} message={encodeURIComponent(message)} />
      )}
      <DrawerButton testId="link-code" drawer={<CodeDrawer {...{ link, url, owed, paymentNumber }} />}>
        {t("link.code")}
      </DrawerButton>
      {link.mail !== "possible" && (
        <Text size="xsmall" className="text-ui-fg-subtle w-full text-pretty">
          {t(`link.mail_${link.mail}`)}
        </Text>
      )}
    </>
  )
}

/** What is sent is read, and may be changed, before WhatsApp opens with it. */
function WhatsAppDrawer({ digits, message }: { digits: string; message: string }) {
  const { t } = useTexts()
  const { close } = useDrawers()
  const [text, setText] = useState(message)
  const send = () => {
    window.open(`https://wa.me/${digits}?text=${encodeURIComponent(text)}`, "_blank", "noopener,noreferrer")
    close()
  }
  return (
    <FormDrawer
      title={t("link.whatsapp")}
      description={t("link.message_text")}
      action={{ label: t("link.whatsapp"), testId: "whatsapp-send" }}
      onSubmit={send}
    >
      <TextField label={t("link.message")} name="message" rows={8} value={text} onChange={setText} />
    </FormDrawer>
  )
}

/** By the store itself. */
function Mail({ link }: { link: AdminPayCollectLink }) {
  const { t } = useTexts()
  return (
    <ActionButton
      testId="mail-link"
      request={() => sendLinkMail(link.id)}
      says={{
        done: ({ mailed }) => ({ title: t(`link.mail_${mailed}`) }),
        failed: t("link.not_mailed"),
        refusals: "link.mail_refused",
      }}
    >
      {t("link.send_mail")}
    </ActionButton>
  )
}

/** By the employee's own mail program, where the store cannot: what is sent is seen before it is. */
function OwnMail({ link: { customer }, message }: { link: AdminPayCollectLink; message: string }) {
  const { t } = useTexts()
  const { store } = useStore()
  const subject = encodeURIComponent(t("link.subject", { shop: store?.name ?? "", ...PLAIN }))
  return (
    <SmallButton asChild>
      <a href={`mailto:${encodeURIComponent(customer.email ?? "")}?subject=${subject}&body=${message}`}>
        {t("link.mail")}
      </a>
    </SmallButton>
  )
}

interface SheetProps extends SendLinkProps {
  url: string
  owed: string
}

/** On paper nothing but the sheet; whatever colours the dashboard has, it is black on white. */
const PRINT = `[data-paycollect-sheet]{display:none}
@media print{html,body{background:#fff!important}body>*{display:none!important}body>[data-paycollect-sheet]{display:block!important}}`

/** The link as a QR code: for a customer at the counter, or on paper. */
function CodeDrawer(props: SheetProps) {
  const { t } = useTexts()
  return (
    <FormDrawer
      title={t("link.code")}
      description={t("link.code_text")}
      action={{ label: t("link.print"), testId: "print-code" }}
      leave={t("actions.close")}
      onSubmit={() => window.print()}
    >
      <div data-testid="code-sheet">
        <Sheet {...props} />
      </div>
      {createPortal(
        <>
          <style>{PRINT}</style>
          <div data-paycollect-sheet="" aria-hidden="true">
            <Sheet {...props} />
          </div>
        </>,
        document.body
      )}
    </FormDrawer>
  )
}

function Sheet({ link, url, owed, paymentNumber }: SheetProps) {
  const { t, minor, zoned } = useTexts()
  const { store } = useStore()
  const number = link.order_number
    ? t("link.code_order", { number: link.order_number })
    : paymentNumber && t("link.code_payment", { number: paymentNumber })
  return (
    <div
      style={{
        background: "#fff",
        color: "#000",
        padding: "1.5rem 1rem",
        borderRadius: "0.5rem",
        textAlign: "center",
        lineHeight: 1.5,
      }}
    >
      {store?.name && <div style={{ fontSize: "1.25rem", fontWeight: 600 }}>{store.name}</div>}
      <div style={{ fontSize: "1.75rem", fontWeight: 700 }}>{minor(owed, link)}</div>
      {number && <div>{number}</div>}
      <Code text={url} name={t("link.code_name")} />
      <div style={{ fontWeight: 600 }}>{t("link.code_scan")}</div>
      <div style={{ fontSize: "0.8rem" }}>{t("link.code_until", { date: zoned(link.expires_at) })}</div>
      <div style={{ fontSize: "0.75rem", overflowWrap: "anywhere" }}>{url}</div>
    </div>
  )
}

/** The quiet zone that scanners need, in modules. */
const BORDER = 4

function Code({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { ecc: "M", border: BORDER })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
      style={{ display: "block", width: "100%", maxWidth: "18rem", margin: "0.5rem auto" }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join("")} fill="#000" />
    </svg>
  )
}
