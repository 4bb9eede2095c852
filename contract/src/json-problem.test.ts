import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../test/random.ts'
import { jsonProblem, jsonProblemMessage } from './json-problem.ts'

it.each([
  ['', 1, 1, 'value'],
  ['{a:1}', 1, 2, 'name'],
  ["{'a':1}", 1, 2, 'name'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'comma'],
  ['{"a" 1}', 1, 6, 'colon'],
  ['{"a": }', 1, 7, 'value'],
  ['[1, 2,]', 1, 7, 'value'],
  ['{"a": 1,}', 1, 9, 'name'],
  ['[1}', 1, 3, 'comma'],
  ['{"a": 1', 1, 8, 'comma'],
  ['{"a": "x\ny"}', 1, 7, 'value'],
  ['{"a": 01}', 1, 7, 'value'],
  ['{} x', 1, 4, 'end'],
  ['// note\n{}', 1, 1, 'value'],
  ['{"a": undefined}', 1, 7, 'value'],
  ['['.repeat(33), 1, 33, 'depth'],
])('%j has its first error at %d:%d', (text, line, column, expected) => {
  expect(jsonProblem(text)).toEqual({ line, column, expected })
})

it('accepts the same texts as JSON.parse', () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  assertProperty(fc.property(fc.json({ maxDepth: 8 }), (text) => jsonProblem(text) === undefined))
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-0.5e3', 'null', 'tru', ' ', '\n', '"', '01')
  assertProperty(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => (jsonProblem(pieces.join('')) === undefined) === parses(pieces.join(''))),
    { numRuns: 5000 },
  )
})

it('describes the problem in both languages', () => {
  const problem = { line: 3, column: 5, expected: 'comma' } as const
  expect(jsonProblemMessage(problem, 'en')).toBe('line 3, column 5: a comma or a closing bracket is missing')
  expect(jsonProblemMessage(problem, 'zh')).toBe('第 3 行第 5 列，缺少逗号或右括号')
})
