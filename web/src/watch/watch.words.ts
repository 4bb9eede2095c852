import { words } from '../lib/words.ts'

/** Levels of watching, and why something is watched. */
export const watchWords = words({
  all: 'Everything',
  changes: 'Changes',
  muted: 'Muted',
  none: 'Not',

  item: 'Item',
  catalog: 'Catalog',
  page: 'Page',
  thread: 'Thread',

  own: 'you chose it',
  team: ['by the team {team}', 'team'],
  made: 'you made it',
  wrote: 'you replied',
  named: 'you were mentioned',
  showdoc: 'from ShowDoc',
})

export const watchPlaceWords = words({
  watch: 'Watch',
  title: ['Watch “{name}”', 'name'],
  of: ['Watch: {place}', 'place'],
  places: 'What to watch',
  allAbout: 'Changes and comments',
  changesAbout: 'Changes, without comments',
  muted: 'Mute',
  mutedAbout: 'No news and no mail. A mention of you is still in your list',
  none: 'Do not watch',
  noneAbout: 'You get no news about this',
  above: ['As for the item “{name}”', 'name'],
  aboveCatalog: ['As for the catalog “{name}”', 'name'],
  abovePage: ['As for the page “{name}”', 'name'],
  aboveTeam: ['As for the team {team}', 'team'],
  noOwn: 'No own choice',
  noOwnAbout: 'What you chose for the item or a catalog counts, if you watch one',
  because: ['Because {reason}', 'reason'],
  watchers: ['{n, plural, =0 {No one watches this yet} one {# person watches this} other {# people watch this}}', 'n'],
  who: 'Who?',
  peopleFailed: 'The people could not be loaded',
  failed: 'What you watch could not be loaded',
  notSaved: 'Not saved',
  all: 'All that I watch',
})

export const teamWatchWords = words({
  title: 'Team watches',
  about: 'The members of a team watch the item or a catalog without doing anything themselves. Each of them can mute it.',
  none: 'No team watches this item.',
  noTeams: 'Only a team that belongs to the item can watch it. Add one under “Members” first.',
  whole: 'The whole item',
  members: ['{n, plural, one {# member} other {# members}}', 'n'],
  end: ['End: {team}, {place}', 'team', 'place'],
  level: ['News of {place} for {team}', 'team', 'place'],
  add: 'Let a team watch…',
  addTitle: 'Let a team watch',
  team: 'Team',
  place: 'What',
  news: 'News about',
  addDo: 'Watch',
  failed: 'The team watches could not be loaded',
  ended: ['{team} no longer watches {place}', 'team', 'place'],
  undo: 'Undo',
  notSaved: 'Not saved',
})
