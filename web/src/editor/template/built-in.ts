import type { InLanguages } from '@sheaf/contract/languages'
import { evenTables } from '../table/text.ts'

export type BuiltIn = 'api' | 'dictionary' | 'errors'

/** In the pages below, ''' is written for a fence and '' for a back-tick, because template literals would need escapes. */
const page = (text: string) => evenTables(text.trim().replaceAll("'''", '```').replaceAll("''", '`'))

const en: Record<BuiltIn, string> = {
  api: page(`
Creates an order and reserves its stock for 30 minutes.

'''endpoint
POST https://api.example.com/v1/orders
'''

## Request

### Headers

| Name            | Type   | Required | Description                                     |
| --------------- | ------ | -------- | ----------------------------------------------- |
| Authorization   | string | yes      | Bearer token with the scope ''orders:write''      |
| Idempotency-Key | string | no       | A UUID of your own; sent again, it changes nothing |

### Body

| Name             | Type          | Required | Description                           |
| ---------------- | ------------- | -------- | ------------------------------------- |
| warehouse_id     | string        | yes      | Where the stock is taken from         |
| reference        | string        | no       | Your own number, at most 40 characters |
| lines            | array[object] | yes      | One to 200 lines                      |
| lines[].sku      | string        | yes      | Stock keeping unit                    |
| lines[].quantity | integer       | yes      | 1 to 9999                             |

'''json
{
  "warehouse_id": "wh_rotterdam_2",
  "reference": "PO-2026-118",
  "lines": [
    { "sku": "BRK-0440-BLK", "quantity": 12 }
  ]
}
'''

## Response

''201 Created''

| Name       | Type   | Description                               |
| ---------- | ------ | ----------------------------------------- |
| order_id   | string | Number of the order                       |
| state      | string | ''reserved'', ''confirmed'' or ''shipped''      |
| expires_at | string | When the reservation lapses, ISO 8601     |

'''json
{
  "order_id": "ord_7Q2M",
  "state": "reserved",
  "expires_at": "2026-11-18T17:10:00Z"
}
'''

## Errors

| Status | Code                 | Meaning and what to do                            |
| -----: | -------------------- | ------------------------------------------------- |
|    400 | ''invalid_parameter''  | A field is missing or wrong; ''field'' names it     |
|    401 | ''token_invalid''      | Get a new token                                   |
|    409 | ''out_of_stock''       | Fewer pieces than asked for; try another warehouse |

## Notes

Anything a reader has to know beyond this: limits, order of calls, what changed.
`),
  dictionary: page(`
## orders

One row per order. Written by the order service only.

| Column     | Type          | Null | Key     | Default | Description                         |
| ---------- | ------------- | ---- | ------- | ------- | ----------------------------------- |
| order_id   | varchar(12)   |      | primary |         | Number of the order, ''ord_7Q2M''     |
| user_id    | bigint        |      | foreign → users.id |  | Who ordered                     |
| state      | smallint      |      | index   | 1       | 1 reserved, 2 confirmed, 3 shipped  |
| amount     | decimal(10,2) |      |         | 0.00    | Net, in the currency of the account |
| remark     | varchar(255)  | yes  |         |         | Shown to the packer                 |
| created_at | timestamp     |      | index   | now()   | When it was reserved                |

### Indexes

| Name                | Columns            | Unique | Used by                  |
| ------------------- | ------------------ | ------ | ------------------------ |
| orders_pkey         | order_id           | yes    |                          |
| orders_user_created | user_id, created_at | no     | The orders of a customer |
`),
  errors: page(`
Every answer with an error has the same form:

'''json
{
  "error_code": 10101,
  "error_message": "The order does not exist"
}
'''

## General

|  Code | Status | Meaning             | What to do                                   |
| ----: | -----: | ------------------- | -------------------------------------------- |
|     0 |    200 | Done                |                                              |
| 10001 |    400 | A parameter is wrong | Check the fields named in the message        |
| 10002 |    401 | Not signed in       | Get a new token and call again               |
| 10003 |    403 | Not allowed         | Ask the owner for the right                  |
| 10004 |    429 | Too many calls      | Wait for the seconds named in ''Retry-After''  |
| 10005 |    500 | Our mistake         | Call again later; tell us if it stays        |

## Orders

|  Code | Status | Meaning                  | What to do                              |
| ----: | -----: | ------------------------ | --------------------------------------- |
| 10101 |    404 | The order does not exist | Check the number                        |
| 10102 |    409 | Not enough stock         | Ask for fewer, or for another warehouse |
| 10103 |    410 | The reservation lapsed   | Create the order again                  |
`),
}

const zh: Record<BuiltIn, string> = {
  api: page(`
创建订单，并预留库存 30 分钟。

'''endpoint
POST https://api.example.com/v1/orders
'''

## 请求

### 请求头

| 参数名          | 类型   | 必选 | 说明                               |
| --------------- | ------ | ---- | ---------------------------------- |
| Authorization   | string | 是   | 访问令牌，需要 ''orders:write'' 权限 |
| Idempotency-Key | string | 否   | 自行生成的 UUID，重复提交不会重复下单 |

### 请求参数

| 参数名           | 类型          | 必选 | 说明                   |
| ---------------- | ------------- | ---- | ---------------------- |
| warehouse_id     | string        | 是   | 出库仓库               |
| reference        | string        | 否   | 外部单号，最多 40 个字符 |
| lines            | array[object] | 是   | 订单明细，1 至 200 行  |
| lines[].sku      | string        | 是   | 商品编码               |
| lines[].quantity | integer       | 是   | 数量，1 至 9999        |

'''json
{
  "warehouse_id": "wh_shanghai_2",
  "reference": "PO-2026-118",
  "lines": [
    { "sku": "BRK-0440-BLK", "quantity": 12 }
  ]
}
'''

## 返回

''201 Created''

| 参数名     | 类型   | 说明                                                    |
| ---------- | ------ | ------------------------------------------------------- |
| order_id   | string | 订单号                                                  |
| state      | string | 状态：''reserved'' 已预留，''confirmed'' 已确认，''shipped'' 已发货 |
| expires_at | string | 预留失效时间，ISO 8601 格式                             |

'''json
{
  "order_id": "ord_7Q2M",
  "state": "reserved",
  "expires_at": "2026-11-18T17:10:00Z"
}
'''

## 错误

| 状态码 | 错误码              | 含义与处理                       |
| -----: | ------------------- | -------------------------------- |
|    400 | ''invalid_parameter'' | 参数缺失或有误，见返回的 ''field'' |
|    401 | ''token_invalid''     | 令牌失效，请重新获取             |
|    409 | ''out_of_stock''      | 库存不足，请减少数量或更换仓库   |

## 备注

其他需要说明的内容：频率限制、调用顺序、变更记录等。
`),
  dictionary: page(`
## orders

订单表，每张订单一行，仅由订单服务写入。

| 字段       | 类型          | 可空 | 键   | 默认值 | 说明                           |
| ---------- | ------------- | ---- | ---- | ------ | ------------------------------ |
| order_id   | varchar(12)   |      | 主键 |        | 订单号，例如 ''ord_7Q2M''        |
| user_id    | bigint        |      | 外键 → users.id |  | 下单用户                    |
| state      | smallint      |      | 索引 | 1      | 1 已预留，2 已确认，3 已发货   |
| amount     | decimal(10,2) |      |      | 0.00   | 不含税金额，以账户币种计       |
| remark     | varchar(255)  | 是   |      |        | 备注，打包时可见               |
| created_at | timestamp     |      | 索引 | now()  | 预留时间                       |

### 索引

| 名称                | 字段                | 唯一 | 用途             |
| ------------------- | ------------------- | ---- | ---------------- |
| orders_pkey         | order_id            | 是   |                  |
| orders_user_created | user_id, created_at | 否   | 查询某用户的订单 |
`),
  errors: page(`
出错时，返回内容的格式统一如下：

'''json
{
  "error_code": 10101,
  "error_message": "订单不存在"
}
'''

## 通用错误

| 错误码 | 状态码 | 含义       | 处理办法                         |
| -----: | -----: | ---------- | -------------------------------- |
|      0 |    200 | 成功       |                                  |
|  10001 |    400 | 参数有误   | 检查错误信息中指出的字段         |
|  10002 |    401 | 未登录     | 重新获取令牌后再试               |
|  10003 |    403 | 没有权限   | 联系项目所有者授权               |
|  10004 |    429 | 请求过多   | 按 ''Retry-After'' 的秒数等待后重试 |
|  10005 |    500 | 服务器出错 | 稍后重试，若持续出现请告知我们   |

## 订单

| 错误码 | 状态码 | 含义       | 处理办法             |
| -----: | -----: | ---------- | -------------------- |
|  10101 |    404 | 订单不存在 | 检查订单号           |
|  10102 |    409 | 库存不足   | 减少数量或更换仓库   |
|  10103 |    410 | 预留已失效 | 重新下单             |
`),
}

export const builtIn = { en, zh } satisfies InLanguages<Record<BuiltIn, string>>
