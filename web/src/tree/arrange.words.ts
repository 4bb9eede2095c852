import { words } from '../lib/words.ts'

/** Texts for moving pages and catalogs, used by every screen with a tree. */
export const arrangeWords = words({
  en: {
    root: 'the top level',
    moved: (name: string, place: string) => `“${name}” is now in ${place}`,
    ordered: (name: string) => `“${name}” has its new place`,
    undo: 'Undo',
    undone: (name: string) => `“${name}” is back where it was`,
    failed: (name: string) => `“${name}” was not moved`,
    itself: 'A catalog cannot be moved into itself',
    deep: 'Catalogs go up to three levels',
    outside: 'You may write in your own catalog only',
    into: (name: string) => `into ${name}`,
  },
  zh: {
    root: '最上层',
    moved: (name: string, place: string) => `已将“${name}”移到${place}`,
    ordered: (name: string) => `已调整“${name}”的顺序`,
    undo: '撤销',
    undone: (name: string) => `已将“${name}”移回原处`,
    failed: (name: string) => `“${name}”未能移动`,
    itself: '不能将目录移动到自身之下',
    deep: '目录最多支持三级',
    outside: '您只能在自己负责的目录中书写',
    into: (name: string) => `移到${name}`,
  },
})
