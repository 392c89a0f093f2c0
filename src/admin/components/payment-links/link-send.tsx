import { useStore } from "@medusajs/dashboard/hooks"
import { Text, Drawer, Heading, Button } from "@medusajs/ui"
import { useState } from "react"
import { createPortal } from "react-dom"
import { encode } from "uqr"
import type { AdminPayCollectLink } from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { sendLinkMail } from "../../hooks/payment-links"
import { SmallButton } from "../kit"

interface SendLinkProps {
  link: AdminPayCollectLink
  paymentNumber?: string
}

/** It goes into an address and not into a page. */
const PLAIN = { interpolation: { escapeValue: false } }

/** How a link that can be paid reaches its customer: by telephone, by mail, on paper. */
export function SendLink({ link, paymentNumber }: SendLinkProps) {
  const { t, minor } = useTexts()
  const { url, owed, customer } = link
  if (!url || !owed) return null
  const message = encodeURIComponent(t("link.message", { amount: minor(owed, link), url, ...PLAIN }))
  return (
    <>
      <SmallButton asChild>
        <a
          href={`https://wa.me/${customer.phone_digits ?? ""}?text=${message}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t("link.whatsapp")}
        </a>
      </SmallButton>
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
  const { t } = useTexts()
  const { run, isPending } = useAction(() => sendLinkMail(link.id), {
    done: ({ mailed }) => ({ title: t(`link.mail_${mailed}`) }),
    failed: t("link.not_mailed"),
    refusals: "link.mail_refused",
  })
  return (
    <SmallButton onClick={run} isLoading={isPending} testId="mail-link">
      {t("link.send_mail")}
    </SmallButton>
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

interface LinkCodeProps {
  link: AdminPayCollectLink
  url: string
  owed: string
  paymentNumber?: string
}

/** The quiet zone that scanners need, in modules. */
const BORDER = 4

/** On paper nothing but the sheet; whatever colours the dashboard has, it is black on white. */
const PRINT = `[data-paycollect-sheet]{display:none}
@media print{html,body{background:#fff!important}body>*{display:none!important}body>[data-paycollect-sheet]{display:block!important}}`

/** The link as a QR code: for a customer at the counter, or on paper. */
export function LinkCode(props: LinkCodeProps) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <Drawer open={shown} onOpenChange={setShown}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary" data-testid="link-code">
          {t("link.code")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title asChild>
            <Heading>{t("link.code")}</Heading>
          </Drawer.Title>
          <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
            {t("link.code_text")}
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto">
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
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.close")}
            </Button>
          </Drawer.Close>
          <SmallButton onClick={() => window.print()} testId="print-code" variant="primary">
            {t("link.print")}
          </SmallButton>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

function Sheet({ link, url, owed, paymentNumber }: LinkCodeProps) {
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
