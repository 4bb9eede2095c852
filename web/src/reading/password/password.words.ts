import { words } from '../../lib/words.ts'

export const itemPasswordWords = words({
  title: 'Password needed',
  itemText: 'This item is private. Enter the visit password you were given.',
  pageText: 'This page belongs to a private item. Enter the visit password you were given.',
  password: 'Visit password',
  passwordMissing: 'Please enter the visit password',
  show: 'Show the password',
  hide: 'Hide the password',
  code: 'Characters in the picture',
  codeMissing: 'Please enter the characters in the picture',
  picture: 'Picture with the characters',
  renew: 'Show another picture',
  open: 'Open',
  opening: 'Opening…',
  member: 'Are you a member of this item?',
  login: 'Sign in',
  items: 'My items',
})
