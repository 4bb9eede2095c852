import { words } from '../lib/words.ts'

/** States, responsible people and periods, in lists and panels. */
export const reviewWords = words({
  verified: ['Verified until {day}', 'day'],
  changed: 'Changed since it was verified',
  dueSince: ['Due since {day}', 'day'],
  dueOn: ['Due on {day}', 'day'],
  never: 'Never verified',
  noPeriod: 'No review planned',
  responsible: 'Responsible',
  noOne: 'No one',
  team: ['{team} (team)', 'team'],
  period: 'Review',
  months: ['{n, plural, =12 {Every year} one {Every month} other {Every # months}}', 'n'],
  days: ['{n, plural, one {Every day} other {Every # days}}', 'n'],
})

/** The review of one page. */
export const reviewPanelWords = words({
  title: ['Review of “{page}”', 'page'],
  failed: 'The review of this page could not be loaded',
  nothing: 'No review is planned for this page, and no one is responsible.',
  verifiedBy: ['{name} verified version {version} on {day}.', 'name', 'version', 'day'],
  verifiedOn: ['Version {version} was verified on {day}.', 'version', 'day'],
  neverText: 'No one has verified this page yet.',
  compare: 'What has changed since',
  fromPage: 'set for this page',
  fromCatalog: ['set for the catalog “{name}”', 'name'],
  fromItem: ['set for the item “{name}”', 'name'],
  isGone: ['{name} was chosen for this page, but can no longer edit it.', 'name'],
  change: 'Change…',
  handOn: 'Hand on…',

  check: 'Is it still true?',
  checkText: 'Read the page. With “Still true” it counts as verified until the day below, or until someone else changes it.',
  until: 'Verified until',
  untilMissing: 'Please choose a day',
  note: 'Note',
  noteHelp: 'For the trail, such as what you compared it with.',
  stillTrue: 'Still true',
  isVerified: 'The page is verified',
  outdated: 'Someone has changed the page in the meantime. It is shown as it is now: read it again before you confirm it.',
  noPlan: 'This page has no period of review. Set one first.',
  noPlanAsk: 'This page has no period of review. A manager of the item sets it.',
  toPage: 'Open the page to verify it',

  needsWork: 'Needs work…',
  flagLabel: 'What has to be revised?',
  flagHelp: 'It becomes a comment on the page, and the person responsible gets a notice.',
  flagMissing: 'Please write what has to be revised',
  flagDo: 'Begin the comment',
  flagged: 'The comment is on the page',
  cancel: 'Cancel',

  trail: 'Trail',
  trailNone: 'Verifications appear here, and are kept as long as the page.',
  trailFailed: 'The trail could not be loaded',
  version: ['version {version}', 'version'],
  untilDay: ['until {day}', 'day'],
  via: ['by {program}', 'program'],
  current: 'holds',
  older: 'Show older ones',
  endedChanged: ['ended {day}: changed by {name}', 'day', 'name'],
  endedSync: ['ended {day}: updated by its source', 'day'],
  endedImport: ['ended {day}: changed by an import', 'day'],
  endedRestored: ['ended {day}: an earlier version was restored', 'day'],
  endedSuggestion: ['ended {day}: a suggestion was accepted', 'day'],
  endedApi: ['ended {day}: changed through the open API', 'day'],
  endedVerified: ['verified again {day}', 'day'],
})

/** Choosing who is responsible, and how often pages are reviewed. */
export const reviewSetWords = words({
  pageTitle: ['Who is responsible for “{page}”', 'page'],
  catalogTitle: ['Responsible for “{name}”', 'name'],
  catalogAbout: 'Holds for all pages of the catalog that have nothing nearer.',
  itemTitle: 'Responsible and review',
  itemAbout: 'Holds for all pages of the item, unless a catalog or the page itself says otherwise.',
  manyTitle: ['Responsible for {what}', 'what'],
  periodTitle: ['Period of {what}', 'what'],
  pages: ['{n, plural, one {# page} other {# pages}}', 'n'],
  who: 'Responsible',
  whoHelp: 'A person who can edit here, or a team of the item. Gets notices when a review is due.',
  find: 'Search people and teams',
  findPerson: 'Search people',
  none: 'No one of its own',
  noneFound: 'No such person or team can edit here',
  peopleFailed: 'People could not be loaded',
  keep: 'Leave as it is',
  remove: 'Remove: what is set above counts',
  choose: 'Choose…',
  action: 'Change',
  period: 'Review',
  periodNone: 'None of its own',
  periodRemove: 'Remove the own period',
  own: 'Another number of days…',
  ownDays: 'Days between two reviews',
  daysWrong: ['Please enter 1 to {max} days', 'max'],
  save: 'Save',
  saved: 'Responsible and review are saved',
  savedMany: ['{n, plural, one {# page is changed} other {# pages are changed}}', 'n'],
  failed: 'This could not be loaded',
  missing: 'Please choose a person or a team',
  nothing: 'Choose what to change',

  handOnTitle: ['Hand on {what}', 'what'],
  handOnText: 'You stay responsible until the person accepts.',
  person: 'To',
  handOnDo: 'Ask',
  handedOn: ['{name} has been asked', 'name'],
  noPerson: 'Please choose a person',
})

/** Open offers of pages. */
export const offerWords = words({
  toMe: ['{name} asks you to be responsible for this page.', 'name'],
  toMeOf: ['{name} asks you to be responsible for “{page}”.', 'name', 'page'],
  byMe: ['You asked {name} to be responsible. The answer is open.', 'name'],
  byMeOf: ['You asked {name} to be responsible for “{page}”.', 'name', 'page'],
  other: ['{name} was asked to be responsible. The answer is open.', 'name'],
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  accepted: 'You are responsible for the page now',
  declined: 'The offer is declined',
  withdrawn: 'The offer is withdrawn',
  title: 'Offers',
  all: ['{n, plural, one {Show # more} other {Show # more}}', 'n'],
})

/** Marks of an item, in its settings. */
export const reviewSettingWords = words({
  title: 'Review',
  about: 'Who is responsible for the pages of this item, how often they are reviewed, and who sees it.',
  show: 'The mark under the title is shown to',
  showEditors: 'Only people who can edit the page',
  showReaders: 'All readers',
  showReadersHelp: 'Until when a page is verified, that it has changed since, or that it is due. Signed-in readers also see who is responsible.',
  list: 'Open the pages that are due',
  failed: 'These settings could not be loaded',
})

/** The tick at a save. */
export const reviewTickWords = words({
  title: 'Review of this page',
  tick: 'I have checked the whole page',
  help: 'With the tick, the next save verifies this version of the page.',
})
