import { useParams } from "react-router-dom"
import type { AdminPayCollectIntentDetail } from "../../../../../types/http"
import { ItemsOf } from "../../../../components/attention/attention"
import { PaymentBadges } from "../../../../components/kit"
import { LinkOfPayment } from "../../../../components/payment-links/payment-link"
import { CheckNow } from "../../../../components/payment/check-now"
import {
  Amounts,
  Course,
  HowPaid,
  References,
  StoreLinks,
} from "../../../../components/payment/payment-summary"
import { Timeline } from "../../../../components/payment/timeline"
import {
  Crumb,
  LoadedPage,
  Section,
  SectionBody,
  SectionSkeleton,
  TwoColumns,
} from "../../../../components/section"
import { useTexts } from "../../../../hooks/format"
import { usePayment } from "../../../../hooks/payments"

const PaymentPage = () => {
  const { t } = useTexts()
  const { id } = useParams()
  return (
    <LoadedPage
      title={t("payment.title")}
      of={usePayment(id!)}
      skeleton={<TwoColumns main={<SectionSkeleton rows={6} />} side={<SectionSkeleton rows={5} />} />}
    >
      {({ intent }) => <PaymentDetail payment={intent} />}
    </LoadedPage>
  )
}

function PaymentDetail({ payment }: { payment: AdminPayCollectIntentDetail }) {
  const { t, minor } = useTexts()
  const main = (
    <>
      <Section
        level="h1"
        title={minor(payment.amount, payment)}
        subtitle={payment.payment_number}
        badge={<PaymentBadges {...payment} />}
        actions={<CheckNow payment={payment} />}
      >
        <Course payment={payment} />
        <HowPaid payment={payment} />
      </Section>
      {payment.attention.length > 0 && (
        <Section title={t("attention_list.title")}>
          <ItemsOf payment={payment} />
        </Section>
      )}
      <Section title={t("payment.money")}>
        <Amounts payment={payment} />
      </Section>
      <Section title={t("payment.references")}>
        <References payment={payment} />
      </Section>
    </>
  )
  const side = (
    <>
      <Section title={t("payment.store")}>
        <StoreLinks payment={payment} />
      </Section>
      <LinkOfPayment payment={payment} />
      <Section title={t("payment.timeline")}>
        <SectionBody>
          <Timeline events={payment.events} money={payment} />
        </SectionBody>
      </Section>
    </>
  )
  return <TwoColumns main={main} side={side} />
}

export const handle = { breadcrumb: () => <Crumb name="payment.title" /> }

export default PaymentPage
