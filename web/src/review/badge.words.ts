import { words } from '../lib/words.ts'

/** The mark under the title of a page, in the first script of the reading screen. */
export const reviewBadgeWords = words({
  verified: ['Verified until {day}', 'day'],
  changed: 'Changed since it was verified',
  compare: 'Compare the verified text with the present one',
  review: 'Review…',
  due: ['Due since {day}', 'day'],
  unowned: 'No one is responsible',
  steward: ['Responsible: {name}', 'name'],
})
