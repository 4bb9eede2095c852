import { words } from '../lib/words.ts'

export const printWords = words({
  title: ['Print “{item}”', 'item'],
  back: 'Back',
  contents: 'Contents',
  print: 'Print or save as PDF',
  loading: ['Page {done} of {total}', 'done', 'total'],
  drawing: 'Pictures are loading…',
  ready: ['{pages, plural, one {# page} other {# pages}}. Choose “Save as PDF” as the printer.', 'pages'],
  failed: 'The pages could not be loaded',
  retry: 'Try again',
})
