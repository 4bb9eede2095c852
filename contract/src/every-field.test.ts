import { expect, it } from 'vitest'
import { everyCall } from './index.ts'

const invalidNumbers = [`1'`, '1 OR 1=1', '1e2', '0x1', '-1', '9223372036854775808', '2147483648', '٣', '1.0', '1'.repeat(10_000)]
/** Fields that hold an id or a number. The id of a client of OAuth is text. s_number is not among them: an invalid value is ignored, not refused. */
const isNumber = (name: string) =>
  /_id$|^(item_type|base_version|size)$/.test(name) && !['request_id', 'item_id', 'client_id'].includes(name)
const numbers = everyCall().flatMap(([group, action, call]) =>
  Object.entries(call.input.shape)
    .filter(([name]) => isNumber(name))
    .map(([name, field]) => ({ name: `${group}/${action} ${name}`, field })),
)

it('S51: every numeric field refuses invalid numbers', () => {
  expect(numbers.length).toBeGreaterThan(100)
  for (const { name, field } of numbers)
    for (const text of invalidNumbers) expect([name, text, field.safeParse(text).success]).toEqual([name, text, false])
})
