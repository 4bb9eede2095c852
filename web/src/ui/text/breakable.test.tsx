// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Breakable } from './breakable.tsx'

afterEach(cleanup)

it.each([
  ['GET /v1/customers/{customer_id}', 'GET /|v1/|customers/|{customer_id}'],
  ['https://api.example.com/a?b=1&c=2 and more', 'https://|api.|example.|com/|a?|b=1&|c=2 and more'],
  ['com.example.OrderService then com.example.StockService', 'com.|example.|OrderService then com.|example.|StockService'],
  ['Only short words: and/or, v1.2, user_id', 'Only short words: and/or, v1.2, user_id'],
  ['/v1/payment_method_configurations-all', '/|v1/|payment_|method_|configurations-|all'],
  ['AVeryLongNameWithoutMarks', 'AVeryLongNameWithoutMarks'],
  ['从2.0版本迁移到3.0版本的注意事项和步骤', '从2.0版本迁移到3.0版本的注意事项和步骤'],
  ['使用Node.js读取user_id和order_id的完整示例', '使用Node.js读取user_id和order_id的完整示例'],
  ['每次调用收费3.50元，超出部分另行收费', '每次调用收费3.50元，超出部分另行收费'],
  ['查询客户/v1/customers/{customer_id}的接口', '查询客户/|v1/|customers/|{customer_id}的接口'],
  ['3,500.00-4,000.00', '3,500.00-|4,000.00'],
  ['api.example.com/v1.2.3/customers', 'api.|example.|com/|v1.2.3/|customers'],
  ['a\0b /v1/customers/list', 'a\0b /|v1/|customers/|list'],
  ['', ''],
])('%j is wrapped after its marks, and its text is the same', (text, pieces) => {
  const { container } = render(<Breakable>{text}</Breakable>)
  expect(container.innerHTML.replaceAll('<wbr>', '|').replaceAll('&amp;', '&')).toBe(pieces)
  expect(container.textContent).toBe(text)
})
