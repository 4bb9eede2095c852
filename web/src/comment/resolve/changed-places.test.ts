import { readingOf } from '@sheaf/markdown/reading-text'
import { expect, it } from 'vitest'
import { changedPlaces } from './changed-places.ts'

const before = `# Refunds

A refund takes **three days**. Call it with the order.

| field | meaning |
| --- | --- |
| state | open or paid |

The key is valid for 30 minutes.
`
const quotes = ['three days', 'open or paid', 'valid for 30 minutes']
const places = quotes.map((quote) => ({ at: readingOf(before).text.indexOf(quote), length: quote.length }))
const changed = (after: string) => changedPlaces({ before, after, places }).map((n) => quotes[n])

it('finds the comments in paragraphs and cells that were edited, also next to their words', () => {
  expect(changed(before)).toEqual([])
  expect(changed(before.replace('30 minutes', '45 minutes'))).toEqual(['valid for 30 minutes'])
  expect(changed(before.replace('with the order', 'with the number of the order'))).toEqual(['three days'])
  expect(changed(before.replace('open or paid', 'open, paid or void'))).toEqual(['open or paid'])
})

it('finds those whose paragraph is gone, and none that only moved or look different', () => {
  expect(changed(before.replace('The key is valid for 30 minutes.\n', ''))).toEqual(['valid for 30 minutes'])
  expect(changed(`The first paragraph is new.\n\n${before}`)).toEqual([])
  expect(changed(before.replace('**three days**', 'three days'))).toEqual([])
})
