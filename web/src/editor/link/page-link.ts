import { wordsOf } from '../../items/item-search.ts'
import type { Menu } from '../../tree/item-tree.ts'

export interface LinkTarget {
  page_id: string
  title: string
  /** The catalogs it is in, outermost first. */
  way: string[]
}

/** Every page of a menu with its way, in reading order. */
export function targetsOf(menu: Pick<Menu, 'pages' | 'catalogs'>, way: string[] = []): LinkTarget[] {
  return [
    ...menu.pages.map(({ page_id, page_title }) => ({ page_id, title: page_title, way })),
    ...menu.catalogs.flatMap((catalog) => targetsOf(catalog, [...way, catalog.cat_name])),
  ]
}

const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** 0 the title begins with it, 1 it is in the title, 2 in the title and the names of its catalogs together. */
function rank({ title, way }: LinkTarget, words: string[], typed: string) {
  const own = flat(title)
  if (words.every((word) => own.includes(word))) return own.startsWith(typed) ? 0 : 1
  const all = flat([...way, title].join(' '))
  return words.every((word) => all.includes(word)) ? 2 : undefined
}

/** The pages that have all these words, best first. */
export function findTargets(targets: LinkTarget[], text: string): LinkTarget[] {
  const words = wordsOf(text).map(flat)
  if (!words.length) return targets
  const found = targets.flatMap((target) => {
    const at = rank(target, words, flat(text.trim()))
    return at === undefined ? [] : [{ target, at }]
  })
  return found.sort((one, other) => one.at - other.at).map(({ target }) => target)
}
