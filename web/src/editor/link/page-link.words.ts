import { words } from '../../lib/words.ts'

export const pageLinkWords = words({
  title: 'Link to a page of this item',
  find: 'Search by title',
  pages: 'Pages',
  inText: 'found in the text',
  none: 'This item has no other pages yet.',
  noMatch: ['No page with “{text}”', 'text'],
  searching: 'Searching in the texts…',
  failed: 'The texts could not be searched',
  top: 'Top level',
})
