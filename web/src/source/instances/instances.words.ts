import { words } from '../../lib/words.ts'

export const instanceWords = words({
  title: 'Other instances',
  about: 'Pages say how these differ from the database that they show. A build sends them with --instance.',
  same: 'no difference',
  differs: ['{n, plural, one {# difference} other {# differences}}', 'n'],
  waits: 'not compared with the present version; its next push does it',
  compared: ['compared {when}', 'when'],
  remove: 'Remove',
  removed: ['“{name}” is removed', 'name'],
})
