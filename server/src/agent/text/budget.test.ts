import { estimateTokens } from '@sheaf/markdown/tokens'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { countTokens, endWithin, firstWithin, jsonTokens } from './budget.ts'
import { plain } from './plain.ts'

it('cuts at the end of a block, and else at the end of a line', () => {
  const text = 'One two three.\n\nFour five six.\n\nSeven eight nine.\n'
  expect(text.slice(0, endWithin(text, 0, 12))).toBe('One two three.\n\nFour five six.\n\n'.slice(0, endWithin(text, 0, 12)))
  const table = `| a | b |\n${'| 1 | 2 |\n'.repeat(200)}`
  expect(table.slice(0, endWithin(table, 0, 100))).toMatch(/\|\n$/)
  const fence = `\`\`\`\n${'line\n\n'.repeat(100)}\`\`\`\n`
  const end = endWithin(fence, 0, 60)
  expect([end > 0, fence[end - 1]]).toEqual([true, '\n'])
})

it('reads every text to its end, within the budget, without half a character', () => {
  const run = (text: string, budget: number) => {
    let [from, steps] = [0, 0]
    while (from < text.length && steps++ < text.length + 1) {
      const end = endWithin(text, from, budget)
      expect(end).toBeGreaterThan(from)
      const part = text.slice(from, end)
      expect(part.isWellFormed()).toBe(true)
      // A single character can cost more than a tiny budget.
      if (part.length > 2) expect(jsonTokens(part)).toBeLessThanOrEqual(budget * 1.05 + 3)
      from = end
    }
    expect(from).toBe(text.length)
  }
  const unit = fc.constantFrom('word ', '数据', '\n', '\n\n', '```\n', '|', '12', '😀', '"', '\\')
  assertProperty(
    fc.property(
      fc.array(unit, { maxLength: 400 }).map((parts) => parts.join('')),
      fc.integer({ min: 5, max: 200 }),
      run,
    ),
  )
  run('x'.repeat(5000), 50)
  run(' '.repeat(5000), 50)
})

it('keeps the first entries, and always one', () => {
  expect(firstWithin([5, 5, 5], 10, (n) => n)).toEqual({ kept: [5, 5], left: 1 })
  expect(firstWithin([50, 5], 10, (n) => n)).toEqual({ kept: [50], left: 1 })
  expect(firstWithin([], 10, () => 1)).toEqual({ kept: [], left: 0 })
})

it('counts a long text in turns as one text, but for its seams', async () => {
  const text = 'Some words and 数据.\n'.repeat(20_000)
  const [counted, whole] = [await countTokens(text), estimateTokens(text)]
  expect(Math.abs(counted - whole) / whole).toBeLessThan(0.001)
})

it('a title is one line of characters that a person sees', () => {
  expect(plain('A\n\tB \u202Eevil\u2066 \u{E0041}\u{E0042}\u200B c\u0000')).toBe('A B evil c')
  expect(plain('👩‍👩‍👧 家庭 é')).toBe('👩‍👩‍👧 家庭 é')
})
