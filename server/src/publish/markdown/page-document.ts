import type { ItemHead, PageFound } from '../../access/access.store.ts'
import type { Scope } from '../../access/access.ts'
import { catalogsAbove, treeOf } from '../../content/item.tree.service.ts'
import { forReader } from '../../content/page-text.store.ts'
import { type Verified, verifiedFor } from '../../content/review/review.rules.ts'
import type { Services } from '../../context.ts'
import { pageAddress, sharedAddress } from '../address.ts'
import { pageMarkdown } from './page-markdown.ts'

/** A page as programs read it. */
export interface PageDocument {
  title: string
  /** Its address for readers. */
  url: string
  /** Undefined for a page that was reached by its own link, which does not reveal the item. */
  item: string | undefined
  /** The names of its catalogs from the top, joined by " / "; "" at the top level. */
  path: string
  /** Unix seconds of the last save. */
  updated: number
  version: number
  tokens: number
  /** The mark of the page; undefined where readers see none. */
  mark: Verified | undefined
  /** The title as a heading, and the text. */
  text: string
}

type DocumentServices = Pick<Services, 'store' | 'config' | 'now'>
type Place = { item: ItemHead; visits: Scope; page: PageFound }

/** The names of the catalogs of a page, from the top. */
async function pathOf(services: DocumentServices, { item, visits, page }: Place): Promise<string[]> {
  if (page.cat_id === 0) return []
  return catalogsAbove(await treeOf(services, item, visits), page.cat_id).map(({ cat_name }) => cat_name)
}

/** The document of a page of an item. The caller has checked that the page can be read. */
export async function pageDocument(services: DocumentServices, place: Place): Promise<PageDocument> {
  const { item, visits } = place
  const page = await forReader(services.store.db, place.page, visits)
  const [{ text, tokens }, path] = await Promise.all([pageMarkdown(services, { page, item }), pathOf(services, place)])
  const { page_title: title, addtime: updated, version } = page
  const url = pageAddress(services.config, item, page.page_id)
  const mark = verifiedFor(page, item.review_show === 1, services.now())
  return { title, url, item: item.item_name, path: path.join(' / '), updated, version, tokens, mark, text }
}

/** The addresses of files on the page work with the key of the link. */
const withKey = (text: string, key: string) => text.replaceAll(/(visitFile\/sign\/[0-9a-f]{32})(?![0-9a-f])/g, `$1&key=${key}`)

/** The document of a page by its own link. */
export async function sharedDocument(
  services: DocumentServices,
  place: Pick<Place, 'item' | 'page'>,
  unique_key: string,
): Promise<PageDocument> {
  const { text, tokens } = await pageMarkdown(services, place)
  const { page_title: title, addtime: updated, version } = place.page
  const url = sharedAddress(services.config, unique_key)
  const mark = verifiedFor(place.page, place.item.review_show === 1, services.now())
  return { title, url, item: undefined, path: '', updated, version, tokens, mark, text: withKey(text, unique_key) }
}

/** A value that YAML reads as the same text without quotes. */
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null|nan|inf)$)\p{L}[\p{L}\p{N} _().,/-]*(?<![ ])$/iu

const scalar = (text: string) => (PLAIN.test(text) ? text : JSON.stringify(text))

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The document as a file: front matter and text. */
export function fileOf({ title, url, item, path, updated, version, tokens, mark, text }: PageDocument): string {
  const fields = [
    ['title', scalar(title)],
    ['url', url],
    ...(item === undefined ? [] : [['item', scalar(item)]]),
    ...(path ? [['path', scalar(path)]] : []),
    ['updated', isoTime(updated)],
    ['version', String(version)],
    ['tokens', String(tokens)],
    ...(mark?.verified_until ? [['verified_until', isoTime(mark.verified_until)]] : []),
    ...(mark?.verified_until ? [['verified_version', String(mark.verified_version)]] : []),
    ...(mark ? [['stale', mark.stale]] : []),
  ]
  return `---\n${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n${text}${text.endsWith('\n') ? '' : '\n'}`
}
