import { words } from '../../lib/words.ts'

export const secondStepWords = words({
  title: 'Second step',
  lead: 'Enter the code that your authenticator app shows now.',
  leadPasskey: 'Use a passkey of your account: a fingerprint, your face, the PIN of a device, or a security key.',
  passkey: 'Use a passkey',
  usePasskey: 'Use a passkey',
  leadRecovery: 'Enter one of the recovery codes that you have kept. Each works once.',
  code: 'Code',
  codeMissing: 'Please enter the six digits that your app shows',
  recovery: 'Recovery code',
  recoveryMissing: 'Please enter one of your recovery codes',
  useRecovery: 'Use a recovery code',
  useCode: 'Use a code from the app',
  trust: ['Do not ask on this device for {days, plural, one {# day} other {# days}}', 'days'],
  trustHelp: 'Only on a device that you alone use.',
  back: 'Back to the password',
  overTitle: 'This sign-in has expired',
  over: 'Too much time has passed, or too many codes were wrong. Start again with your password.',

  must: ['From {date} on this site asks for a second step.', 'date'],
  mustPasskey: ['From {date} on administrators of this site need a passkey.', 'date'],
  addPasskey: 'Add one now',
  setUp: 'Set it up now',
  later: ['Later ({days, plural, =0 {today is the last day} one {# day left} other {# days left}})', 'days'],
})
