import { words } from '../../lib/words.ts'

export const messagesWords = words({
  title: 'Notices',
  about: 'A notice reaches everybody who can sign in: in the bell at the top of each screen, in the words you write.',
  write: 'New notice',
  writeAbout: 'You see it once more before it is sent.',
  subject: 'Title',
  subjectMissing: 'Please write a title',
  text: 'Text',
  textHelp: 'For example when the server is not available, or where to find new rules.',
  send: 'Send to everybody…',
  sendTitle: 'Send this notice to everybody?',
  sendText: 'It cannot be taken back.',
  sendDo: 'Send the notice',
  sent: ['Sent to {count, plural, one {# person} other {# people}}', 'count'],
  before: 'Sent notices',
  beforeAbout: 'And how many users have read them.',
  none: 'No notice has been sent yet.',
  failed: 'The notices could not be loaded',
  by: ['{name}, {date}', 'name', 'date'],
  read: ['Read by {read} of {sent}', 'read', 'sent'],
})
