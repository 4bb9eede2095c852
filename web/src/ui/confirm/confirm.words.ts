import { words } from '../../lib/words.ts'

export const confirmWords = words({
  title: 'Confirm that it is you',
  text: 'This holds for ten minutes in this session.',
  confirm: 'Confirm',
  failed: 'This could not be loaded',

  password: 'Your password',
  passwordMissing: 'Please enter the password you sign in with',
  totp: 'Code from your app',
  totpMissing: 'Please enter the six digits that your app shows',
  recovery: 'Recovery code',
  recoveryMissing: 'Please enter one of your recovery codes',
  passkey: 'Use a passkey',
  cancelled: 'No passkey was used: this was cancelled, took too long, or there is none here. Try again or choose another way',
  registered: 'This device has a passkey of your account already',
  otherAddress: ['Passkeys of this site work at {site} only. Open it there', 'site'],
  noPasskey: 'This browser cannot use passkeys here',
  usePassword: 'Use the password',
  usePasskey: 'Use a passkey',
  thenPasskey: 'Your browser asks for your passkey then.',
  useTotp: 'Use a code from your app',
  useRecovery: 'Use a recovery code',
  fresh: 'You signed in a moment ago, so you need to enter nothing.',
  none: 'Your account has no password here and no second step. Sign out and in again, then repeat this within ten minutes.',
  ended: 'The confirmation has ended. Please enter a new code',
  confirmed: 'Confirmed',
})
