import { words } from '../../lib/words.ts'

export const signInWords = words({
  title: 'Sign-in',
  about: 'What this site asks for when people sign in, and how long they stay signed in.',
  failed: 'The settings could not be loaded',

  step: 'Second step',
  stepAbout:
    'A passkey, or a code from an authenticator app, after the password. Each person sets it up under Security in the personal settings.',
  require: 'A second step is required of',
  none: 'No one',
  noneHelp: 'Each person can still set one up.',
  admins: 'Administrators',
  everyone: 'Everyone who signs in with a password or the directory',
  ready: ['{ready, number} of {all, number} have one', 'ready', 'all'],
  grace: 'Days to set it up',
  graceHelp: 'Afterwards signing in leads to the setup and to nothing else. From 0 to 90.',
  from: ['Required from {date} on.', 'date'],
  passkeyOnly: 'Administrators need a passkey',
  passkeyOnlyHelp:
    'While a second step is required of administrators: codes of an app and trusted devices are no longer enough after the same days. Recovery codes stay valid.',
  havePasskey: ['{have, number} of {all, number} have one.', 'have', 'all'],
  noOwnPasskey: 'Only an administrator who has one can require it.',
  addPasskey: 'Add yours',
  passkeyAddress: 'This site cannot use passkeys: they need an address with https and a name (PUBLIC_URL).',
  outside: 'Also after a company account',
  outsideHelp: 'When this is off, the provider alone decides what it asks for.',
  trust: 'Days that a device can be trusted',
  trustHelp: 'On a trusted device the password is enough. 0 ends the trust in all devices. At most 90.',
  notReady: 'You have no second step yet. Only an administrator who has one can require it.',
  setUp: 'Set it up',

  sessions: 'Sessions',
  sessionsAbout: 'How long people stay signed in. Shorter times also hold for sessions that are open now.',
  idle: 'Days without use',
  idleHelp: 'An unused session ends after this. From 1 to 30.',
  longest: 'Longest time in days',
  longestHelp: 'Then people sign in again, however much they use it. From 1 to 90.',
  leave: 'Sign out at the provider too',
  leaveHelp:
    'People who signed in with an OpenID provider leave it as well, and other sites that use it. The provider must know the address of the sign-in screen, which the manual names.',
})
