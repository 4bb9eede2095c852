import { isExternal, safeUrl, withBase } from '@sheaf/markdown/safe-url'
import { escapeXml, fieldXml } from '../package/xml.ts'
import type { Book, Page } from '../page.ts'
import type { Element, Look } from '../types.ts'
import { propertiesXml, runXml } from './look.ts'

/** A short name for a heading's id: Word takes 40 signs, and not all of them. */
function short(id: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}

export const placeOfNode = (kind: 'catalog' | 'page', id: number) => `_${kind}${id}`
export const placeOfHeading = (page_id: number, id: string) => `_h${page_id}_${short(id)}`

/** A name for this place, for links and the table of contents. */
export function bookmarkXml(book: Book, name: string, inside: string): string {
  const id = book.next('bookmark')
  return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${inside}<w:bookmarkEnd w:id="${id}"/>`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The place in this document that an address means. */
function placeInside(page: Page, url: string): string | undefined {
  const { book } = page
  if (url.startsWith('#') && !url.includes('/')) return page.anchors.get(decoded(url.slice(1))) ?? placeOfNode('page', page.page_id)
  const { page_id, hash } = book.pageAt(url) ?? { page_id: 0, hash: '' }
  if (!book.pages.has(page_id)) return undefined
  return hash.length > 1 ? placeOfHeading(page_id, decoded(hash.slice(1))) : placeOfNode('page', page_id)
}

/** Word calls a document broken that holds an address with such signs. */
const unfit = /[[\]{}|\\^`"<>]/g

function fitting(url: string): string | undefined {
  if (!URL.canParse(url) || url.length > 2000) return undefined
  const { origin, href } = new URL(url)
  const begin = origin !== 'null' && href.startsWith(origin) ? origin : ''
  return begin + href.slice(begin.length).replace(unfit, (sign) => encodeURIComponent(sign))
}

/** The address outside of this document; undefined where a link would lead nowhere. */
function addressOutside({ site }: Book, url: string): string | undefined {
  const safe = safeUrl(url, 'link')
  if (!safe) return undefined
  if (/^(?:mailto|tel):/i.test(safe)) return fitting(safe)
  if (isExternal(safe)) return fitting(/^https?:/i.test(safe) ? safe : `https:${safe.replaceAll('\\', '/')}`)
  const [origin] = site.origins
  return origin && safe.startsWith('/') ? fitting(origin + withBase(safe, site.base)) : undefined
}

const anchored = (name: string, inside: string) => `<w:hyperlink w:anchor="${name}" w:history="1">${inside}</w:hyperlink>`

export const linkTo = (name: string, text: string) => anchored(name, runXml(text, { link: true }))

/** A link, or its words alone where it leads nowhere; links stand in no link. */
export function runLink(page: Page, element: Element, look: Look, write: (look: Look) => string): string {
  const href = element.attribs['href'] ?? ''
  const name = look.link || !href ? undefined : placeInside(page, href)
  if (name) return anchored(name, write({ ...look, link: true }))
  const url = look.link || !href ? undefined : addressOutside(page.book, href)
  if (!url) return write(look)
  if (page.inNote) return fieldLink(url, write({ ...look, link: true }))
  return `<w:hyperlink r:id="${page.book.relations.link(url)}" w:history="1">${write({ ...look, link: true })}</w:hyperlink>`
}

/** As a field, which needs no relation. */
function fieldLink(url: string, inside: string): string {
  const [begin = '', rest = ''] = fieldXml(`HYPERLINK "${url.replaceAll('"', '%22')}"`, '').split(/(?<="separate"\/><\/w:r>)/)
  return begin + inside + rest
}

/** An address in words, to be clicked on. */
export function addressXml(page: Page, url: string, words: string, look: Look): string {
  const outside = page.inNote || look.link ? undefined : addressOutside(page.book, url)
  if (!outside) return runXml(words, look)
  const run = `<w:r>${propertiesXml({ ...look, link: true })}<w:t xml:space="preserve">${escapeXml(words)}</w:t></w:r>`
  return `<w:hyperlink r:id="${page.book.relations.link(outside)}" w:history="1">${run}</w:hyperlink>`
}
