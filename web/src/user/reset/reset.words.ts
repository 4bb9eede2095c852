import { words } from '../../lib/words.ts'

export const resetWords = words({
  forgot: 'Forgot your password?',
  forgotText: 'Enter the e-mail address of your account. We send a link to it where you choose a new password.',
  email: 'E-mail address',
  emailInvalid: 'Please enter an e-mail address such as emma@example.com',
  send: 'Send the link',
  backToSignIn: 'Back to signing in',
  sent: 'Look into your mailbox',
  sentText: [
    'If the address {email} belongs to an account, a mail is on its way. The link in it works once, within one hour. Nothing there? Look into the spam folder.',
    'email',
  ],
  sendOther: 'Use another address',
  noMail: 'Please ask your administrator',
  noMailText: 'This server sends no mail, so it cannot send you a link. An administrator can give you a new password.',

  choose: 'Choose a password',
  chooseFor: ['For the account with the address {email}. All signed-in devices are signed out.', 'email'],
  passwordNew: 'New password',
  passwordNewHelp: '8 characters or more, and nothing that is easy to guess.',
  passwordNewMissing: 'Please choose a new password',
  chooseDo: 'Set the password',
  chosen: 'Your password is set',
  chosenText: 'Sign in with it.',
  linkOld: 'This link no longer works',
  linkOldText: 'It works once and for a limited time, and a newer link invalidates it. You can request another one.',
  askAgain: 'Ask for a new link',

  verifying: 'Verifying your address…',
  verified: 'Your address is verified',
  verifiedText: ['If you forget your password, a link can be sent to {email}.', 'email'],
  notVerified: 'The address was not verified',
  verifyOldText: 'This link no longer works: it is valid for one day, and a newer link or another address invalidates it.',
  toSettings: 'Go to the settings',
  toSettingsAgain: 'Send a new mail from the settings',
  toItems: 'Go to my items',
})
