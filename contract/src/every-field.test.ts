import { expect, it } from 'vitest'
import { everyCall } from './index.ts'

const noNumbers = [`1'`, '1 OR 1=1', '1e2', '0x1', '-1', '9223372036854775808', '2147483648', '٣', '1.0', '1'.repeat(10_000)]
/** Fields whose text is a number of something. What is no number is no order either, and nothing is refused for it. */
const isNumber = (name: string) => /_id$|^(item_type|base_version|size)$/.test(name) && !['request_id', 'item_id'].includes(name)
const numbers = everyCall().flatMap(([group, action, call]) =>
  Object.entries(call.input.shape)
    .filter(([name]) => isNumber(name))
    .map(([name, field]) => ({ name: `${group}/${action} ${name}`, field })),
)

it('S51: every field that holds a number refuses what is none', () => {
  expect(numbers.length).toBeGreaterThan(100)
  for (const { name, field } of numbers)
    for (const text of noNumbers) expect([name, text, field.safeParse(text).success]).toEqual([name, text, false])
})
