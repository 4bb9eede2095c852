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
  ['', ''],
])('%j is wrapped after its marks, and its text is the same', (text, pieces) => {
  const { container } = render(<Breakable>{text}</Breakable>)
  expect(container.innerHTML.replaceAll('<wbr>', '|').replaceAll('&amp;', '&')).toBe(pieces)
  expect(container.textContent).toBe(text)
})
