import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partFences, withBody } from './fence.ts'
import { readWords, withNewWords, wordState } from './words.ts'

const text = (body: string, ending = '\n') =>
  ['Above', '', '```operation orders createOrder', ...body.split('\n').filter(Boolean), '```', 'below'].join(ending)
const edit = (whole: string, path: string, mode: 'replace' | 'add', words: string | undefined) => {
  const [fence] = partFences(whole)
  if (!fence) throw new Error('no block')
  return withBody(whole, fence, withNewWords(fence.body, { path, mode }, words === undefined ? undefined : { path, mode, words }))
}

describe('editing the words of a block', () => {
  it('changes the lines of one path and mode alone', () => {
    const before = text('summary: a\nquery.limit: b\nquery.limit+: c\n200: |\n  one\n  two\nnonsense')
    expect(edit(before, 'query.limit', 'replace', 'x')).toBe(before.replace('query.limit: b', 'query.limit: x'))
    expect(edit(before, '200', 'replace', 'x\n\ny')).toBe(before.replace('  one\n  two', '  x\n\n  y'))
    expect(edit(before, '200', 'replace', undefined)).toBe(before.replace('200: |\n  one\n  two\n', ''))
    expect(edit(before, 'body', 'add', 'new')).toBe(before.replace('nonsense\n', 'nonsense\nbody+: new\n'))
    expect(edit(text(''), 'summary', 'replace', 'a')).toBe(text('summary: a'))
    expect(edit(text('summary: a'), 'summary', 'replace', undefined)).toBe(text(''))
  })

  it('keeps Windows line endings', () => {
    const before = text('summary: a\nbody: b', '\r\n')
    expect(edit(before, 'body', 'replace', 'c\nd')).toBe(text('summary: a\nbody: |\n  c\n  d', '\r\n'))
  })

  it('S216: any words can be written and read back, and cannot end the block', () => {
    const nasty = fc.oneof(
      fc.constantFrom('```', '~~~~', '````operation orders x', '</script>', '-->', '|', 'summary: x', '  ', 'body.a+: b', '\u2028', '`'),
      fc.string({ maxLength: 20 }),
    )
    const words = fc.array(nasty, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n').replace(/\r/g, '').trim())
    fc.assert(
      fc.property(
        words.filter((one) => one !== ''),
        fc.constantFrom('replace' as const, 'add' as const),
        (given, mode) => {
          const before = text('summary: a\nquery.limit+: c\nnonsense')
          const after = edit(before, 'body.x', mode, given)
          const [fence, ...others] = partFences(after)
          expect(others).toEqual([])
          const read = readWords(fence?.body ?? '')
          expect(read.words).toEqual([...readWords(partFences(before)[0]?.body ?? '').words, { path: 'body.x', mode, words: given }])
          expect(after.startsWith('Above\n\n')).toBe(true)
          expect(after.endsWith('\nbelow')).toBe(true)
          // Without the words it is the first text, apart from the length of the marks.
          expect(edit(after, 'body.x', mode, undefined).replace(/^(`{3,})(operation|$)/gm, '```$2')).toBe(before)
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })

  it('T20: words are the same, moved on, adopted or homeless', () => {
    const word = { path: 'query.limit', mode: 'replace' as const, words: 'At most 100.' }
    expect(wordState(word, 'A limit', 'A limit')).toBe('same')
    expect(wordState(word, 'A limit', ' A limit\n')).toBe('same')
    expect(wordState(word, 'A limit', 'The limit of rows')).toBe('moved_on')
    expect(wordState(word, 'A limit', 'At most 100.')).toBe('adopted')
    expect(wordState(word, 'A limit', undefined)).toBe('homeless')
    expect(wordState({ ...word, mode: 'add' }, 'A limit', 'The limit of rows')).toBe('same')
    expect(wordState({ ...word, mode: 'add' }, 'A limit', undefined)).toBe('homeless')
  })
})
