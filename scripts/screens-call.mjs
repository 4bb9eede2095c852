// A page of an API client with everything that a view of a call shows, for scripts/screens.mjs.
const row = (name, type, value, require, remark, more = {}) => ({ name, type, value, require, remark, ...more })

export const clientCall = {
  info: {
    from: 'runapi',
    type: 'api',
    title: 'Create an order',
    description:
      'Reserves stock in one warehouse and returns an order in the state `reserved`. The reservation ends after 30 minutes unless the order is confirmed.',
    method: 'post',
    url: 'https://api.example.com/v2/warehouses/:warehouse_id/orders',
    remark: 'Send the same `Idempotency-Key` again after a timeout:\n\n- nothing is ordered twice\n- the first response comes back',
    apiStatus: '3',
  },
  request: {
    auth: { type: 'bearer', disabled: '0' },
    headers: [
      row('Authorization', 'string', 'Bearer {{token}}', '1', 'Token with the scope `orders:write`.'),
      row(
        'Idempotency-Key',
        'string',
        '8f2c1e7a-b04d',
        '0',
        'A UUID of your own. The same key within 24 hours returns the first response.',
      ),
    ],
    query: [row('dry_run', 'boolean', 'false', '0', 'Checks the order and changes nothing.')],
    pathVariable: [row('warehouse_id', 'string', 'wh_rotterdam_2', '1', 'Where the stock is taken from.')],
    params: {
      mode: 'json',
      json: '{"reference":"PO-20931","lines":[{"sku":"BRK-0440-BLK","quantity":12}],"ship_to":{"name":"Emma","address":{"country":"NL","zip":"3011 AA"}}}',
      jsonDesc: [
        row('reference', 'string', '', '0', 'Your own number, printed on the label. At most 40 characters.'),
        row('hold_until', 'string', '2026-11-20T14:32:00Z', '0', 'Keeps the reservation until this moment, 72 hours at most.'),
        row('lines', 'array', '', '1', 'What is ordered, one line per article.', {
          children: [
            row('sku', 'string', 'BRK-0440-BLK', '1', 'Stock keeping unit.'),
            row('quantity', 'integer', '12', '1', 'How many of it, 1 to 999.'),
            row('allow_partial', 'boolean', 'false', '0', 'Ships what is there and leaves the rest.'),
          ],
        }),
        row('ship_to', 'object', '', '1', 'The address of delivery.'),
        row('ship_to.name', 'string', 'Emma', '1', ''),
        row('ship_to.address', 'object', '', '1', ''),
        row('ship_to.address.country', 'string', 'NL', '1', 'ISO 3166-1 alpha-2.'),
        row('ship_to.address.zip', 'string', '3011 AA', '0', ''),
      ],
    },
  },
  response: {
    responseExample:
      '{"order_id":"ord_7Q2M","state":"reserved","expires_at":"2026-11-20T14:32:00Z","lines":[{"line_id":"ln_01","sku":"BRK-0440-BLK","quantity":12}]}',
    responseParamsDesc: [
      row('order_id', 'string', '', '', 'Begins with `ord_`.'),
      row('state', 'string', '', '', 'One of `reserved`, `confirmed`, `shipped`, `cancelled`.'),
      row('expires_at', 'string', '', '', 'When the reservation ends.'),
    ],
    responseFailExample: '{"error_code":409,"error_message":"out_of_stock"}',
    responseFailParamsDesc: [row('error_code', 'int', '', '', 'The number of the error.')],
    examples: [{ name: '422 Wrong field', data: '{"error_code":422,"error_message":"quantity"}', param: [] }],
  },
}
