import { words } from '../lib/words.ts'

export const pageSortWords = words({
  title: 'Sort the pages',
  tip: 'Drag the rows into the order readers see them in, or press the space bar on a handle and use the arrow keys. Each move is saved at once.',
  catalog: 'Catalog',
  root: '(top level)',
  pages: 'Pages of the catalog',
  here: 'this page',
  count: ['{n, plural, one {# page} other {# pages}}', 'n'],
  saving: 'Saving…',
  saved: 'The order is saved',
  failed: ['The order could not be saved and is shown as it was: {why}', 'why'],
  none: 'No pages here',
  noneText: 'Pages in catalogs below are sorted there.',
  catalogsFailed: 'The catalogs could not be loaded',
  pagesFailed: 'The pages could not be loaded',
  unsaved: 'The page you are writing is listed once it is saved.',
  savePage: 'Save the page',
  close: 'Done',
})
