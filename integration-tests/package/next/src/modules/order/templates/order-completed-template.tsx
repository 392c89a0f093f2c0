export default function OrderCompletedTemplate({ order }: { order: { id: string } }) {
  return <p>{order.id}</p>
}
