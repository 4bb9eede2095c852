import { words } from '../lib/words.ts'

/** Texts for moving pages and catalogs, used by every screen with a tree. */
export const arrangeWords = words({
  root: 'the top level',
  moved: ['“{name}” is now in {place}', 'name', 'place'],
  ordered: ['“{name}” has its new place', 'name'],
  undo: 'Undo',
  undone: ['“{name}” is back where it was', 'name'],
  failed: ['“{name}” was not moved', 'name'],
  itself: 'A catalog cannot be moved into itself',
  deep: 'Catalogs go up to three levels',
  outside: 'You may write in your own catalog only',
  into: ['into {name}', 'name'],
})
