import { isExternal, safeUrl, withBase } from '@sheaf/markdown/safe-url'
import { escapeXml, fieldXml } from '../package/xml.ts'
import type { Book, Page } from '../page.ts'
import type { Element, TextStyle } from '../types.ts'
import { propertiesXml, runXml } from './text-style.ts'

/** A short hash of a heading id, because Word limits bookmark names to 40 characters and a restricted set. */
function short(id: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}

export const placeOfNode = (kind: 'catalog' | 'page', id: number) => `_${kind}${id}`
export const placeOfHeading = (page_id: number, id: string) => `_h${page_id}_${short(id)}`

/** A bookmark around `inside`, as target of links and of the table of contents. */
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

/** The bookmark in this document that a URL links to; undefined for other targets. */
function placeInside(page: Page, url: string): string | undefined {
  const { book } = page
  if (url.startsWith('#') && !url.includes('/')) return page.anchors.get(decoded(url.slice(1))) ?? placeOfNode('page', page.page_id)
  const { page_id, hash } = book.pageAt(url) ?? { page_id: 0, hash: '' }
  if (!book.pages.has(page_id)) return undefined
  return hash.length > 1 ? placeOfHeading(page_id, decoded(hash.slice(1))) : placeOfNode('page', page_id)
}

/** Word reports a document as corrupt if a URL contains these characters. */
const forbidden = /[[\]{}|\\^`"<>]/g

function escapedUrl(url: string): string | undefined {
  if (!URL.canParse(url) || url.length > 2000) return undefined
  const { origin, href } = new URL(url)
  const begin = origin !== 'null' && href.startsWith(origin) ? origin : ''
  return begin + href.slice(begin.length).replace(forbidden, (sign) => encodeURIComponent(sign))
}

/** The absolute URL of a target outside the document; undefined if there is none. */
function addressOutside({ site }: Book, url: string): string | undefined {
  const safe = safeUrl(url, 'link')
  if (!safe) return undefined
  if (/^(?:mailto|tel):/i.test(safe)) return escapedUrl(safe)
  if (isExternal(safe)) return escapedUrl(/^https?:/i.test(safe) ? safe : `https:${safe.replaceAll('\\', '/')}`)
  const [origin] = site.origins
  return origin && safe.startsWith('/') ? escapedUrl(origin + withBase(safe, site.base)) : undefined
}

const anchorXml = (name: string, inside: string) => `<w:hyperlink w:anchor="${name}" w:history="1">${inside}</w:hyperlink>`

export const linkTo = (name: string, text: string) => anchorXml(name, runXml(text, { link: true }))

/** A link, or only its text if it has no target or is inside another link. */
export function runLink(page: Page, element: Element, look: TextStyle, write: (look: TextStyle) => string): string {
  const href = element.attribs['href'] ?? ''
  const name = look.link || !href ? undefined : placeInside(page, href)
  if (name) return anchorXml(name, write({ ...look, link: true }))
  const url = look.link || !href ? undefined : addressOutside(page.book, href)
  if (!url) return write(look)
  if (page.inNote) return fieldLink(url, write({ ...look, link: true }))
  return `<w:hyperlink r:id="${page.book.relations.link(url)}" w:history="1">${write({ ...look, link: true })}</w:hyperlink>`
}

/** A link as a field, which needs no relation. */
function fieldLink(url: string, inside: string): string {
  const [begin = '', rest = ''] = fieldXml(`HYPERLINK "${url.replaceAll('"', '%22')}"`, '').split(/(?<="separate"\/><\/w:r>)/)
  return begin + inside + rest
}

/** `words` as a link to a URL outside the document, or as plain text in footnotes and links. */
export function addressXml(page: Page, url: string, words: string, look: TextStyle): string {
  const outside = page.inNote || look.link ? undefined : addressOutside(page.book, url)
  if (!outside) return runXml(words, look)
  const run = `<w:r>${propertiesXml({ ...look, link: true })}<w:t xml:space="preserve">${escapeXml(words)}</w:t></w:r>`
  return `<w:hyperlink r:id="${page.book.relations.link(outside)}" w:history="1">${run}</w:hyperlink>`
}
