import { words } from '../../../lib/words.ts'

export const lookWords = words({
  title: 'Nightly look into the directory',
  about:
    'Once a night this site looks for everyone who is linked with the directory: their groups, and whether their entry still exists. It happens with the saved settings.',
  failed: 'The last look could not be loaded',
  never: 'The site has not looked into the directory yet.',
  now: 'Look now',
  looking: 'Looking…',
  done: ['{at}: {found} of {linked} linked people found.', 'at', 'found', 'linked'],
  memberships: [
    '{joined, plural, =0 {No membership began} one {# membership began} other {# memberships began}}, {left, plural, =0 {none ended} other {# ended}}.',
    'joined',
    'left',
  ],
  unread: [
    '{n, plural, one {The groups of # person are not all known, so their memberships stayed.} other {The groups of # people are not all known, so their memberships stayed.}}',
    'n',
  ],
  disabled: ['{n, plural, one {# account was disabled.} other {# accounts were disabled.}}', 'n'],
  failedAt: ['{at}: the look failed, and nothing was changed further.', 'at'],
  half: [
    '{at}: the directory did not return all entries, so nothing was changed. Let the bind DN read without a limit of size, and check whether the directory refers to another one.',
    'at',
  ],
  many: [
    '{at}: {gone} of {linked} linked accounts have no entry in the directory. These are more than can have left in one night, so no account was changed. Check the base DN, and what the bind DN can read. If it is right, disable the accounts in the list of users.',
    'at',
    'gone',
    'linked',
  ],
  gone: 'No longer in the directory',
  goneOf: ['The latest {shown} of {n}.', 'shown', 'n'],
  goneAbout: 'These accounts still work. If the people have left, disable their accounts in the list of users.',
  since: ['since {date}', 'date'],
  find: 'Find',
  findOne: ['Find {name} in the list of users', 'name'],
})
