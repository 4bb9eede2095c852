import { words } from '../../lib/words.ts'

/** A new place for words whose place in the source is gone. */
export const newPlaceWords = words({
  moveTo: 'Move to',
  moveWords: ['Move the words about {path} to {to}', 'path', 'to'],
  newPlace: ['New place of the words about {path}', 'path'],
  choose: 'Choose a new place',
  another: 'Another place',
  move: 'Move',
})
