import { words } from '../../lib/words.ts'

/** Announcements of every drag, and texts of the handles. */
export const dragWords = words({
  move: ['Move {name}', 'name'],
  movable: 'movable',
  help: 'Press space to pick it up, the arrow keys to move it, space again to put it down, escape to leave it where it was.',
  lifted: ['{name} is picked up.', 'name'],
  over: ['{name} is now {place}.', 'name', 'place'],
  dropped: ['{name} was put down {place}.', 'name', 'place'],
  putBack: ['{name} is back at its old place.', 'name'],
  numbered: ['at place {at} of {all}', 'at', 'all'],
})
