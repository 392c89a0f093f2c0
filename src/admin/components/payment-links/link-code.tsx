import { useStore } from "@medusajs/dashboard/hooks"
import { Button, Drawer, Heading } from "@medusajs/ui"
import { useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { encode } from "uqr"
import type { AdminPayCollectLink } from "../../../types/http"
import { useFormat } from "../../hooks/format"

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
  const { t } = useTranslation("paycollect")
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
          <Button size="small" onClick={() => window.print()} data-testid="print-code">
            {t("link.print")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

function Sheet({ link, url, owed, paymentNumber }: LinkCodeProps) {
  const { t } = useTranslation("paycollect")
  const { minor, zoned } = useFormat()
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
