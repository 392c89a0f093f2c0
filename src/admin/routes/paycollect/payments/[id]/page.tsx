import { useParams } from "react-router-dom"
import { AttentionCard } from "../../../../components/attention/attention"
import { EnvironmentBadge, PaymentStatus } from "../../../../components/badges"
import { CheckNow } from "../../../../components/payment/check-now"
import { Crumb, SectionBody, Section, TwoColumns } from "../../../../components/section"
import {
  HowPaid,
  Amounts,
  Course,
  References,
  StoreLinks,
} from "../../../../components/payment/payment-summary"
import { LinkOfPayment } from "../../../../components/payment-links/payment-link"
import { LoadFailed, SectionSkeleton } from "../../../../components/states"
import { Timeline } from "../../../../components/payment/timeline"
import { useTexts } from "../../../../hooks/format"
import { usePayment } from "../../../../hooks/payments"
import type { AdminPayCollectIntentDetail } from "../../../../../types/http"

const PaymentPage = () => {
  const { t } = useTexts()
  const { id } = useParams()
  const { data, error, refetch } = usePayment(id!)
  if (error)
    return (
      <Section title={t("payment.title")} level="h1">
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Section>
    )
  if (!data) return <TwoColumns main={<SectionSkeleton rows={6} />} side={<SectionSkeleton rows={5} />} />
  return <PaymentDetail payment={data.intent} />
}

function PaymentDetail({ payment }: { payment: AdminPayCollectIntentDetail }) {
  const { t, minor } = useTexts()
  return (
    <TwoColumns
      main={
        <>
          <Section
            level="h1"
            title={minor(payment.amount, payment)}
            subtitle={payment.payment_number}
            badge={
              <>
                <PaymentStatus payment={payment} />
                <EnvironmentBadge environment={payment.environment} />
              </>
            }
            actions={<CheckNow payment={payment} />}
          >
            <Course payment={payment} />
            <HowPaid payment={payment} />
          </Section>
          <AttentionCard payment={payment} />
          <Section title={t("payment.money")}>
            <Amounts payment={payment} />
          </Section>
          <Section title={t("payment.references")}>
            <References payment={payment} />
          </Section>
        </>
      }
      side={
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
      }
    />
  )
}

export const handle = { breadcrumb: () => <Crumb name="payment.title" /> }

export default PaymentPage
