export const Row = <T,>({ order }: { order: T }) => (
  <tr title="it's // here" onClick={() => open(order)}>
    {/* the number */}
    <td>Don't // stop {order.id} now</td>
    <Cell<string> wide {...order} />
    <>{order.paid ? <b>paid</b> : null}</>
  </tr>
)

export function Table({ orders }) {
  const rows = orders.map((order) => <Row key={order.id} order={order} />)
  return rows.length < 1 ? <p>None: see https://example.com</p> : <table>{rows}</table>
}
const ratio = (a, b) => a / b / 2
