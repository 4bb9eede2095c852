import { words } from '../../lib/words.ts'

/** The menu that downloads a source. */
export const outWords = words({
  open: 'Download',
  busy: 'Preparing…',
  menu: 'Download the source',
  source: 'As received',
  sourceHelp: 'The file of the version that pages show, byte for byte.',
  words: 'With your words',
  wordsHelp: 'The description with what people wrote on its pages, for tools and other readers.',
  overlay: 'Your words alone',
  overlayHelp: 'An OpenAPI Overlay, to keep these words in the repository of the API.',
  done: ['“{name}” is downloaded', 'name'],
  failed: 'The file could not be downloaded',
  lost: 'The connection broke. Try again',
})
