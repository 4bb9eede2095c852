import { words } from '../lib/words.ts'

/** The panel with the threads of a page. */
export const panelWords = words({
  open: 'Open',
  resolved: 'Resolved',
  lost: 'Text has changed',
  tabs: 'Which comments',
  wholePage: 'Whole page',
  commentPage: 'Comment on the whole page',
  none: 'No comments yet. Select a sentence to begin',
  noneWhole: 'No comments yet. On this page, comments concern the whole page',
  noneToRead: 'No comments yet',
  noneResolved: 'Nothing is resolved yet',
  gone: 'The comment that you followed has been deleted',
  noneLost: 'All comments are at their words',
  failed: 'The comments could not be loaded',
  news: ['{n, plural, one {# new comment} other {# new comments}}.', 'n'],
  show: 'Show',
  off: 'In this item you cannot comment. Its manager decides who can',
  archived: 'This item is archived. Its comments can be read',
  login: 'Sign in to comment',
  full: ['This page has {max} open threads. Resolve some first', 'max'],
  keys: 'Keys: n next, p previous, r reply, e resolve',
})

/** One thread. */
export const threadWords = words({
  thread: ['Thread of {name}', 'name'],
  via: ['via {program}', 'program'],
  edited: 'edited',
  deletedByAuthor: 'Deleted by its author',
  deletedByManager: 'Deleted by a manager',
  replies: ['{n, plural, one {# reply} other {# replies}}, last by {name}, {when}', 'n', 'name', 'when'],
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolvedBy: ['{name} resolved this, {when}', 'name', 'when'],
  suggest: 'Suggest a change here',
  lost: 'The text has changed',
  before: 'What was here',
  attach: 'Attach again',
  attaching: 'Select the words on the page, then choose “Attach here”.',
  attachHere: 'Attach here',
  stopAttaching: 'Cancel',
  attached: 'The comment is at its new words',
  noGuess: 'Sheaf does not guess: unless exactly one place has the text, the comment stays here.',
  pending: 'Its place in the new text is being worked out',
  more: 'More actions',
  watch: 'Watch or mute this thread…',
  edit: 'Edit',
  remove: 'Delete',
  removed: 'The comment is deleted',
  undo: 'Undo',
  notDone: 'This did not work',
})

/** At the save of lines that comments are about. */
export const resolveWords = words({
  title: 'Comments on lines that you changed',
  changedHere: ['{n, plural, one {A comment is about text that you changed.} other {# comments are about text that you changed.}}', 'n'],
  resolveHere: ['{n, plural, one {Resolve # comment here} other {Resolve # comments here}}', 'n'],
  resolvedHere: ['{n, plural, one {# comment resolved} other {# comments resolved}}', 'n'],
  notResolved: ['The page is saved, but not every comment could be resolved: {message}', 'message'],
})

/** Where a comment is written. */
export const composerWords = words({
  comment: 'Comment',
  write: 'Your comment',
  reply: 'Reply',
  replyHint: 'Reply…',
  replyReopen: 'Reply and reopen',
  save: 'Save',
  cancel: 'Cancel',
  hint: '@ mentions, Markdown',
  seenByMembers: 'Members of this item see it',
  seenBySignedIn: 'All signed-in readers see it',
  seenByAll: 'All readers of this item see it',
  notSent: 'Not sent. Your text is kept here.',
  retry: 'Try again',
  resolvedMeanwhile: ['{name} resolved this while you were writing. Sending opens it again.', 'name'],
  notNotified: ['{names, list} may not read this item', 'names'],
  add: 'Add…',
  people: 'Who may read this page',
  noPeople: 'No reader of this page is called so',
  team: ['team {name}', 'name'],
  left: ['{n} characters left', 'n'],
})

/** Next to the text of the page. */
export const placeWords = words({
  comment: 'Comment',
  suggest: 'Suggest',
  selection: 'Selected text',
  bubble: ['{n, plural, one {# comment} other {# comments}}: {quote}', 'n', 'quote'],
  commentBlock: 'Comment on this part',
  tooLong: 'Select less text: a comment concerns one section',
})

/** The tab of the notices with the threads that concern the user. */
export const mineWords = words({
  forMe: 'For me',
  begun: 'I began',
  all: 'All',
  tabs: 'Which threads',
  failed: 'The threads could not be loaded',
  none: 'No threads yet',
  noneForMe: 'Threads in which you are mentioned or answered are listed here.',
  noneBegun: 'Threads that you begin on a page are listed here.',
  noneAll: 'Threads that you take part in are listed here.',
  more: 'Show older ones',
  last: ['{name}, {when}', 'name', 'when'],
  replies: ['{n, plural, one {# reply} other {# replies}}', 'n'],
  resolved: 'resolved',
  lost: 'text has changed',
})

/** The item setting. */
export const commentSettingWords = words({
  title: 'Comments',
  about: 'Comments on passages of a page. Exports, the search and programs do not get them.',
  from: 'Who can comment',
  fromNone: 'No one',
  fromMembers: 'Members',
  fromSignedIn: 'Every signed-in reader',
  see: 'Who sees comments',
  seeMembers: 'Members',
  seeSignedIn: 'Every signed-in reader',
  seeAll: 'Everybody who may read the item',
  seeHelp: 'At least those who can comment.',
  names: 'Visitors see',
  namesInitials: 'Initials',
  namesFull: 'Names',
  opensAll: ['{n, plural, one {# thread becomes} other {# threads become}} visible to everybody who may read this item', 'n'],
  opensSignedIn: ['{n, plural, one {# thread becomes} other {# threads become}} visible to every signed-in reader', 'n'],
  failed: 'The settings of comments could not be loaded',
})
