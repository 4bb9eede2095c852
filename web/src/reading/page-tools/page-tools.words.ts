import { words } from '../../lib/words.ts'

/** Texts of the dialogs that open for the current page. */
export const pageToolsWords = words({
  deleteTitle: ['Delete “{page}”?', 'page'],
  deleteText: 'The page with its attachments and versions goes to the recycle bin of the item for 30 days. Links to it stop working.',
  deleteDo: 'Delete page',
  pageDeleted: ['“{page}” is deleted', 'page'],

  infoTitle: ['About “{page}”', 'page'],
  via: ['{name}, via {program}', 'name', 'program'],
  accepted: ['{name}, suggested by {proposer}', 'name', 'proposer'],
  savedBy: 'Last saved by',
  savedAt: 'Last saved',
  created: 'Created',
  number: 'Page number',
  version: 'Version',
  length: 'Length',
  words: ['{count, plural, one {# word} other {# words}}', 'count'],
  attachments: 'Attachments',
  source: 'Source',
  sourceFeed: 'changes as a feed',
  unknown: 'Could not be counted',

  copyMarkdown: 'Copy as Markdown',
  viewMarkdown: 'View as Markdown',
  markdownCopied: 'The page is in the clipboard as Markdown',
  markdownNotCopied: 'The page could not be copied. Open it with “View as Markdown”',

  close: 'Close',
})
