import { words } from '../lib/words.ts'

/** Texts of the reading screen before the comments are loaded. */
export const commentWords = words({
  comments: 'Comments',
  open: ['Comments, {n} open', 'n'],
})
