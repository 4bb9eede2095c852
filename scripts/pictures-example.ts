import type { Language } from '@sheaf/contract/errors'
import { api, requestId } from '../web/src/lib/api.ts'

interface Example {
  name: string
  description: string
  pages: [title: string, content: string][]
  catalogs: [name: string, pages: [title: string, content: string][]][]
}

const create = {
  en: `\`\`\`endpoint
POST https://api.example.com/v2/orders
\`\`\`

Reserves stock in one warehouse and returns an order in the state \`reserved\`. The reservation lapses after 30 minutes unless the order is confirmed.

## Request

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| warehouse_id | string | yes | Where the stock is taken from |
| reference | string | no | Your own number, printed on the label. At most 40 characters |
| ship_to | object | yes | The delivery address |
| ship_to.country | string | yes | ISO 3166-1 alpha-2, for example \`SE\` |
| lines | array | yes | One to 200 lines |
| lines[].sku | string | yes | Stock keeping unit |
| lines[].quantity | integer | yes | 1 to 9999 |

\`\`\`json
{
  "warehouse_id": "ARN-2",
  "reference": "PO-88213",
  "ship_to": { "country": "SE", "postal_code": "118 26" },
  "lines": [{ "sku": "TEA-GREEN-100", "quantity": 12 }]
}
\`\`\`

## Answer

\`\`\`json
{
  "order_id": "ord_7Q2M",
  "state": "reserved",
  "expires_at": "2026-11-18T17:10:00Z"
}
\`\`\`

> Send the same \`Idempotency-Key\` again within 24 hours and you get the first answer instead of a second order.
`,
  zh: `\`\`\`endpoint
POST https://api.example.com/v2/orders
\`\`\`

在指定仓库预留库存，返回状态为 \`reserved\` 的订单。30 分钟内未确认，预留自动失效。

## 请求

| 参数名 | 类型 | 必填 | 说明 |
| --- | --- | --- | --- |
| warehouse_id | string | 是 | 出库仓库 |
| reference | string | 否 | 贵方单号，打印在面单上，最多 40 个字符 |
| ship_to | object | 是 | 收货地址 |
| ship_to.country | string | 是 | ISO 3166-1 二位代码，例如 \`CN\` |
| lines | array | 是 | 订单明细，1 至 200 行 |
| lines[].sku | string | 是 | 商品编码 |
| lines[].quantity | integer | 是 | 1 至 9999 |

\`\`\`json
{
  "warehouse_id": "SHA-2",
  "reference": "PO-88213",
  "ship_to": { "country": "CN", "postal_code": "200040" },
  "lines": [{ "sku": "TEA-GREEN-100", "quantity": 12 }]
}
\`\`\`

## 返回

\`\`\`json
{
  "order_id": "ord_7Q2M",
  "state": "reserved",
  "expires_at": "2026-11-18T17:10:00Z"
}
\`\`\`

> 24 小时内以相同的 \`Idempotency-Key\` 重复请求，会得到首次的结果，不会产生第二张订单。
`,
}

const read = {
  en: `\`\`\`endpoint
GET https://api.example.com/v2/orders/{order_id}
\`\`\`

Returns one order with its lines and everything that has happened to it.

| Name | Type | Description |
| --- | --- | --- |
| order_id | string | As returned when the order was created |
| state | string | \`reserved\`, \`confirmed\`, \`shipped\` or \`cancelled\` |
| lines | array | The lines in the order they were sent |
| events | array | Oldest first |

\`\`\`bash
curl https://api.example.com/v2/orders/ord_7Q2M \\
  -H 'Authorization: Bearer YOUR_TOKEN'
\`\`\`
`,
  zh: `\`\`\`endpoint
GET https://api.example.com/v2/orders/{order_id}
\`\`\`

返回一张订单、其明细及全部状态变更。

| 参数名 | 类型 | 说明 |
| --- | --- | --- |
| order_id | string | 创建订单时返回的编号 |
| state | string | \`reserved\`、\`confirmed\`、\`shipped\` 或 \`cancelled\` |
| lines | array | 订单明细，顺序与提交时一致 |
| events | array | 状态变更，由旧到新 |

\`\`\`bash
curl https://api.example.com/v2/orders/ord_7Q2M \\
  -H 'Authorization: Bearer YOUR_TOKEN'
\`\`\`
`,
}

const texts: Record<Language, Example> = {
  en: {
    name: 'Order Service API (example)',
    description: 'An example to look at: orders, lines and reservations. Change it or delete it as you like.',
    pages: [
      [
        'Read me first',
        `This item shows what Sheaf makes of plain Markdown. Press **Edit** on any page to see how it is written.

- The catalog **Orders** holds two calls with field tables and answers.
- **Error codes** is one wide table.
- The **Changelog** is the last page of most of our items; newest first.
`,
      ],
    ],
    catalogs: [
      [
        'Orders',
        [
          ['Create an order', create.en],
          ['Read an order', read.en],
        ],
      ],
      [
        'Reference',
        [
          [
            'Error codes',
            `| Code | Status | Meaning | What to do |
| --- | --- | --- | --- |
| \`stock_short\` | 409 | Not enough stock in this warehouse | Try another warehouse or fewer pieces |
| \`address_invalid\` | 422 | The address cannot be delivered to | Correct the field named in \`field\` |
| \`expired\` | 410 | The reservation has lapsed | Create the order again |
| \`too_many\` | 429 | More than 20 orders in a second | Wait for \`Retry-After\` seconds |
`,
          ],
          [
            'Changelog',
            `## 2.4

- \`reference\` may now be 40 characters long.

## 2.3

- New state \`cancelled\`; before, cancelled orders were not returned at all.
`,
          ],
        ],
      ],
    ],
  },
  zh: {
    name: '订单服务接口（示例）',
    description: '供浏览的示例：订单、明细与库存预留。可随意修改或删除。',
    pages: [
      [
        '开始阅读',
        `这个项目展示简册如何呈现普通的 Markdown。在任意页面点击**编辑**，即可看到它的写法。

- **订单**目录包含两个接口，附字段表与返回示例。
- **错误码**是一张较宽的表格。
- **更新日志**通常放在最后，最新的写在最前。
`,
      ],
    ],
    catalogs: [
      [
        '订单',
        [
          ['创建订单', create.zh],
          ['查询订单', read.zh],
        ],
      ],
      [
        '参考',
        [
          [
            '错误码',
            `| 错误码 | 状态 | 含义 | 处理方法 |
| --- | --- | --- | --- |
| \`stock_short\` | 409 | 该仓库库存不足 | 更换仓库或减少数量 |
| \`address_invalid\` | 422 | 地址无法配送 | 修正 \`field\` 指出的字段 |
| \`expired\` | 410 | 预留已失效 | 重新创建订单 |
| \`too_many\` | 429 | 每秒超过 20 单 | 等待 \`Retry-After\` 秒后重试 |
`,
          ],
          [
            '更新日志',
            `## 2.4

- \`reference\` 最长可达 40 个字符。

## 2.3

- 新增状态 \`cancelled\`；此前不返回已取消的订单。
`,
          ],
        ],
      ],
    ],
  },
}

/** Creates an example item for the screenshots and returns its id. */
export async function makeExample(language: Language) {
  const text = texts[language]
  const { item_id } = await api.item.add({
    item_type: '1',
    item_name: text.name,
    item_description: text.description,
    request_id: requestId(),
  })
  const save = async (cat_id: string, pages: Example['pages']) => {
    for (const [at, [page_title, page_content]] of pages.entries())
      await api.page.save({ item_id, cat_id, page_title, page_content, s_number: at + 1, request_id: requestId() })
  }
  await save('0', text.pages)
  for (const [at, [cat_name, pages]] of text.catalogs.entries()) {
    const { cat_id } = await api.catalog.save({ item_id, cat_name, s_number: at + 1, request_id: requestId() })
    await save(cat_id, pages)
  }
  return item_id
}
