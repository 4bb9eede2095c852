import { words } from '../lib/words.ts'

/** Texts of the settings for comments and feedback of readers. */
export const talkWords = words({
  about: 'What readers can say about the pages of this item, and who reviews them.',
  failed: 'These settings could not be loaded',
  feedback: 'Feedback',
  feedbackAbout: 'At the foot of each page, readers say whether it was helpful and can write a note to the editors.',
  from: 'Who is asked',
  noOne: 'No one',
  signedIn: 'Signed-in readers',
  visitors: 'All readers, including visitors',
  visitorsHelp: 'Nothing is stored that says who they are. Notes are limited, and from the third one there is a captcha.',
  show: 'The figures are shown to',
  showEditors: 'Only people who can edit the page',
  showReaders: 'All readers',
  showReadersHelp: 'How many found the page helpful. Notes are always for editors.',
  list: 'Open the feedback of this item',
})
