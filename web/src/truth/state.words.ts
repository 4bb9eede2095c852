import { words } from '../lib/words.ts'

/** The states of pages and proofs, in the first script of the reading screen. */
export const truthStateWords = words({
  gone: 'Source gone',
  stale: 'May be outdated',
  due: 'Review due',
  unchecked: 'Not checked',
  fresh: 'Up to date',
  unknown: 'Check failed',
  title: 'Still true?',
  open: ['Still true? {state}', 'state'],
})
