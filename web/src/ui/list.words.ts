import { words } from '../lib/words.ts'

export const pickWords = words({
  chosen: ['{n} chosen', 'n'],
  onlyChosen: 'Show the chosen ones only',
  noMatch: ['No match for “{text}”', 'text'],
  noneChosen: 'Nothing is chosen yet',
  none: 'Nothing to choose from',
  waiting: 'Loading…',
  more: ['{n} more: type to find them', 'n'],
})

export const rowWords = words({
  more: ['More for {name}', 'name'],
})

export const pagerWords = words({
  pages: 'Pages',
  range: ['{from} to {to} of {total}', 'from', 'to', 'total'],
  previous: 'Previous page',
  next: 'Next page',
  page: ['Page {number}', 'number'],
  at: ['{number} / {last}', 'number', 'last'],
})
