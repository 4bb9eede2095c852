import { words } from '../../lib/words.ts'

export const secondStepWords = words({
  title: 'Second step',
  lead: 'Enter the code that your authenticator app shows now.',
  leadRecovery: 'Enter one of the recovery codes that you have kept. Each works once.',
  code: 'Code',
  codeMissing: 'Please enter the six digits that your app shows',
  recovery: 'Recovery code',
  recoveryMissing: 'Please enter one of your recovery codes',
  useRecovery: 'Use a recovery code',
  useCode: 'Use a code from the app',
  trust: ['Not on this device for {days, plural, one {# day} other {# days}}', 'days'],
  trustHelp: 'Only on a device that you alone use.',
  back: 'Back to the password',
  overTitle: 'This sign-in has expired',
  over: 'Too much time has passed, or too many codes were wrong. Start again with your password.',

  must: ['From {date} on this site asks for a second step.', 'date'],
  setUp: 'Set it up now',
  later: ['Later ({days, plural, =0 {today is the last day} one {# day left} other {# days left}})', 'days'],
})
