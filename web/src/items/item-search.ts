import type { Answer } from '@sheaf/contract/client'

export type Tile = Answer<'item', 'myList'>[number]

const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** Two characters, or one Chinese character, are enough for a full-text search (SPEC 5). */
export const isSearchable = (text: string) => [...text.trim()].length > 1 || /\p{Script=Han}/u.test(text)

export const wordsOf = (text: string) => [...new Set(flat(text).split(/\s+/).filter(Boolean))]

/** The items whose name and description together contain every word. */
export function findItems(items: Tile[], text: string) {
  const words = wordsOf(text)
  if (!words.length) return items
  return items.filter((item) => {
    const within = flat(`${item.item_name} ${item.item_description}`)
    return words.every((word) => within.includes(word))
  })
}

interface Piece {
  text: string
  hit: boolean
}

/** Splits the text into pieces; those that match a word are hits. */
export function highlightPieces(text: string, searched: string): Piece[] {
  const words = wordsOf(searched).sort((a, b) => b.length - a.length)
  if (!words.length || !text) return [{ text, hit: false }]
  const either = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'giu')
  return text
    .split(either)
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((piece) => piece.text)
}
