import { API_ITEM, Refusal, SPREADSHEET_ITEM } from '@sheaf/contract'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import type { ItemHead } from '../access/access.store.ts'
import { covers, type Rights } from '../access/access.ts'
import type { User } from '../context.ts'

/** The right of a reader on the comments of one page. */
export interface Place {
  rights: Rights
  cat_id: number
  /** The person whose rights count; null for visitors. */
  person: Pick<User, 'uid'> | null
}

const FROM = { no_one: 0, members: 1, readers: 2 } as const
const SEE = { readers: 2, everyone: 3 } as const

const mayEditThere = ({ rights, cat_id }: Place) => covers(rights.edits, cat_id)

/** Whether the reader sees the comments of a page that they can read. */
export const mayRead = ({ rights, person }: Pick<Place, 'rights' | 'person'>) =>
  rights.isMember || rights.item.comment_see === SEE.everyone || (person !== null && rights.item.comment_see === SEE.readers)

/** Whether a reader sees comments that not only members see. */
export const showsComments = (rights: Rights, person: Place['person']) => rights.item.comment_see > 1 && mayRead({ rights, person })

type WriteRefusal = '' | 'off' | 'login' | 'archived' | 'full'

/** Why the reader cannot comment; "" when they can. */
export function refusedToWrite(place: Place): WriteRefusal {
  const { rights, person } = place
  const { comment_from, is_archived } = rights.item
  if (is_archived) return 'archived'
  if (comment_from === FROM.no_one || !mayRead({ rights, person: person ?? { uid: 0 } })) return 'off'
  if (comment_from === FROM.members && !rights.isMember) return 'off'
  return person === null ? 'login' : ''
}

export function mustWrite(place: Place): void {
  const refused = refusedToWrite(place)
  if (refused === 'archived') throw new Refusal('archived')
  if (refused !== '') throw new Refusal('commentOff')
}

/** Its beginner, and editors of the page. */
export const mayResolve = (place: Place, thread: { uid: number }) =>
  !place.rights.item.is_archived && place.person !== null && (thread.uid === place.person.uid ? mayRead(place) : mayEditThere(place))

/** Authors while they can comment, and managers. */
export const mayDelete = (place: Place, comment: { uid: number; is_deleted: number }) =>
  comment.is_deleted === 0 &&
  !place.rights.item.is_archived &&
  place.person !== null &&
  (place.rights.manage || (comment.uid === place.person.uid && refusedToWrite(place) === ''))

/** Whether comments have places in the text: not in spreadsheets and pages of API clients, which readers see as a form. */
export const hasPlaces = ({ item_type }: Pick<ItemHead, 'item_type'>, text: string) =>
  item_type !== API_ITEM &&
  item_type !== SPREADSHEET_ITEM &&
  !(/^\s*(?:\{|&quot;|&#123;)/.test(text) && apiPageMarkdown(text, 'en', undefined) !== undefined)

/** The text of a comment without white space around it. */
export function contentOf(given: string): string {
  const content = given.replace(/^\s*\n|\s+$/g, '')
  if (content.trim() === '') throw new Refusal('commentEmpty')
  return content
}

/** Who comments and who sees comments; those who write always see. */
export function settingsOf(
  { comment_from: from, comment_see: see }: Pick<ItemHead, 'comment_from' | 'comment_see'>,
  given: { comment_from: number | undefined; comment_see: number | undefined },
) {
  const comment_from = given.comment_from ?? from
  if (comment_from > FROM.readers) throw new Refusal('badInput', { field: 'comment_from' })
  const comment_see = given.comment_see ?? Math.max(see, comment_from)
  if (comment_see < 1 || comment_see > SEE.everyone || comment_see < comment_from) throw new Refusal('badInput', { field: 'comment_see' })
  return { comment_from, comment_see }
}

/** The initials of a name: `Emma Watts` is EW, 王小明 is 王. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/[\s._-]+/u)
  const first = (word = '') => [...word][0] ?? ''
  const isLatin = /^\p{Script=Latin}/u.test(words[0] ?? '')
  const letters = isLatin ? first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '') : first(words[0])
  return letters.toUpperCase() || '?'
}
