import { expect, it } from 'vitest'
import { applyEdits } from './edits.ts'

const text = 'one\ntwo\nthree\ntwo'
const edit = (old_text: string, new_text: string) => ({ old_text, new_text })

it('replaces texts that occur once, in any order', () => {
  expect(applyEdits(text, [edit('three', '3'), edit('one', '1')])).toEqual({ text: '1\ntwo\n3\ntwo' })
  expect(applyEdits(text, [])).toEqual({ text })
})

it('applies nothing if a text is missing or ambiguous, or if two edits overlap', () => {
  expect(applyEdits(text, [edit('one', '1'), edit('four', '4')])).toEqual({ kind: 'missing', edit: 2 })
  expect(applyEdits(text, [edit('two', '2')])).toEqual({ kind: 'ambiguous', edit: 1, count: 2, lines: [2, 4] })
  expect(applyEdits('aaa', [edit('aa', 'b')])).toMatchObject({ kind: 'ambiguous', count: 2 })
  expect(applyEdits(text, [edit('one\ntwo', '1'), edit('two\nthree', '2')])).toEqual({ kind: 'overlap', edit: 2 })
  expect(applyEdits(text, [edit('', 'x')])).toEqual({ kind: 'missing', edit: 1 })
})

it('finds the same places as a search of the platform, for random texts of two letters', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const word = (length: number) => Array.from({ length }, () => 'ab'[random(2)]).join('')
  for (let round = 0; round < 500; round++) {
    const [long, part] = [word(1 + random(40)), word(1 + random(6))]
    const starts = Array.from({ length: long.length }, (_, at) => at).filter((at) => long.startsWith(part, at))
    const result = applyEdits(long, [edit(part, 'c')])
    if (starts.length === 1) expect(result).toEqual({ text: long.replace(part, 'c') })
    else expect(result).toMatchObject({ kind: starts.length === 0 ? 'missing' : 'ambiguous' })
  }
})

// The search of the platform takes minutes for this text, in which almost every place begins like the wanted text from its end.
it('takes no longer for a hostile text', () => {
  const half = 'a'.repeat(200_000)
  expect(applyEdits('a'.repeat(1_000_000), [edit(`${half}b${half}`, '')])).toEqual({ kind: 'missing', edit: 1 })
})
