import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keptFrom, paragraphsIn } from './kept.rules.ts'

const machine = [
  'Who | buys',
  '| Column | Type |\n| --- | --- |\n| id | bigint |',
  '## Indexes',
  '| Name | Columns |\n| --- | --- |\n| pk | id |',
  '## Query',
  '```sql\nselect 1\n\nfrom orders\n```',
]

it('keeps nothing of a page as it was left, also with other line endings', () => {
  expect(keptFrom(machine.join('\n\n'), `${machine.join('\r\n\r\n')}\r\n\r\n`)).toEqual([])
  expect(paragraphsIn(machine.join('\n\n'))).toEqual(machine)
})

it('keeps a paragraph that was written twice, and a fence without an end', () => {
  expect(keptFrom('a\n\nb', 'a\n\na\n\nb')).toEqual(['a'])
  expect(keptFrom('a', 'a\n\n```\nopen\n\nto the end')).toEqual(['```\nopen\n\nto the end'])
})

type Edit = { at: number; how: 'insert' | 'append' | 'replace' | 'remove' | 'move'; words: string }
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom<Edit['how']>('insert', 'append', 'replace', 'remove', 'move'),
    words: fc.stringMatching(/^[a-z|#*<> -]{0,12}[a-z]$/),
  }),
  { maxLength: 12 },
)

function edited(text: string[], { at, how, words }: Edit): string[] {
  const place = at % (text.length + 1)
  if (how === 'insert') return text.toSpliced(place, 0, words)
  if (place >= text.length) return text
  const old = text[place] ?? ''
  if (how === 'append') return text.toSpliced(place, 1, old.startsWith('```') ? `${words}\n${old}` : `${old}\n${words}`)
  if (how === 'replace') return text.toSpliced(place, 1, words)
  const rest = text.toSpliced(place, 1)
  return how === 'remove' ? rest : [...rest, old]
}

it('loses no paragraph that a person has written or changed', () => {
  fc.assert(
    fc.property(edits, (all) => {
      const text = all.reduce(edited, machine)
      const kept = keptFrom(machine.join('\n\n'), text.join('\n\n'))
      const left = [...machine]
      const changed = paragraphsIn(text.join('\n\n')).filter((paragraph) => {
        const at = left.indexOf(paragraph)
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
      expect(kept).toEqual(changed)
      // Nothing else is in the page: what was written by the machine and what is kept.
      for (const line of text.join('\n').split('\n'))
        expect([...machine, ...kept].some((paragraph) => paragraph.split('\n').includes(line))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
