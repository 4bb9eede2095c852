import { words } from '../lib/words.ts'

export const askWords = words({
  open: 'Ask for access',
  title: 'Ask for access',
  editTitle: 'Ask to edit',
  about: 'Those responsible see your name, your user name and your note.',
  wants: 'What do you need?',
  read: 'Read',
  edit: 'Edit',
  note: 'Note',
  noteHelp: 'Why you need it, in a few words.',
  send: 'Send the request',
  cancel: 'Cancel',
  sent: 'If this item takes requests, yours has been passed on.',
  sentOn: [
    'You asked on {date} to {wants, select, edit {edit} other {read}}. The request is open until {until}.',
    'date',
    'wants',
    'until',
  ],
  withdraw: 'Withdraw the request',
  withdrawn: 'Request withdrawn',
  paused: ['Your last request here was declined. You can ask again from {date}.', 'date'],
  off: 'This site takes no requests. Ask the person who gave you the address.',
  failed: 'Your requests could not be loaded',
  signedIn: ['You are signed in as {name}.', 'name'],
  other: 'Sign in as another user',
})
