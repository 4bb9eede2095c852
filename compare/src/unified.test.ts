import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../test/random.ts'
import { budgetOf } from './sequence.ts'
import { unifiedDiff } from './unified.ts'

const NO_LINE_END = '\\ No newline at end of file'

/** Applies a unified diff as `patch` does. */
function patched(text: string, diff: string) {
  const old = text.split('\n').map((line, at, all) => (at < all.length - 1 ? `${line}\n` : line))
  const result: string[] = []
  let at = 0
  const lines = diff.split('\n').slice(0, -1)
  lines.forEach((line, index) => {
    if (line === NO_LINE_END) return
    const end = lines[index + 1] === NO_LINE_END ? '' : '\n'
    if (line.startsWith('@@')) {
      const [, from = '0', count = '0'] = /^@@ -(\d+),(\d+)/.exec(line) ?? []
      const start = count === '0' ? Number(from) : Number(from) - 1
      while (at < start) result.push(old[at++] ?? '')
    } else if (line.startsWith('+')) result.push(line.slice(1) + end)
    else {
      expect(old[at]).toBe(line.slice(1) + end)
      if (line.startsWith(' ')) result.push(old[at] ?? '')
      at++
    }
  })
  return result.concat(old.slice(at)).join('')
}

it('writes the form of diff -u with three lines of context', () => {
  const old = 'a\nb\nc\nd\ne\nf\ng\nh\n'
  expect(unifiedDiff(old, old.replace('e', 'E').replace('h', 'h\ni')).text).toBe(
    ['@@ -2,7 +2,8 @@', ' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h', '+i', ''].join('\n'),
  )
  expect(unifiedDiff('', 'a\n')).toEqual({ text: '@@ -0,0 +1,1 @@\n+a\n', added: 1, removed: 0, isCut: false, isExact: true })
  expect(unifiedDiff('a', 'a\n').text).toBe(`@@ -1,1 +1,1 @@\n-a\n${NO_LINE_END}\n+a\n`)
  expect(unifiedDiff('a\r\nb', 'a\nb').text).toBe('')
})

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd e'), { maxLength: 30 }).map((lines) => lines.join('\n'))

it('turns the old text into the new one, also with an exhausted budget', () => {
  assertProperty(
    fc.property(text, text, fc.nat({ max: 40 }), fc.nat({ max: 4 }), (a, b, steps, context) => {
      expect(patched(a, unifiedDiff(a, b, { context }).text)).toBe(b)
      expect(patched(a, unifiedDiff(a, b, { context, budget: budgetOf(steps) }).text)).toBe(b)
    }),
    { numRuns: 500 },
  )
})

it('is cut at a line and still counts all changes', () => {
  const { text, ...rest } = unifiedDiff('', 'one\ntwo\nthree\n', { charsMax: 25 })
  expect(text).toBe('@@ -0,0 +1,3 @@\n+one\n')
  expect(rest).toEqual({ added: 3, removed: 0, isCut: true, isExact: true })
})
