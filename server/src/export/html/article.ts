import type { Language } from '@sheaf/contract'
import { drawMindmap } from '../word/diagram/mindmap.ts'
import { decodeEntities, htmlWords, safe } from './document.ts'

/** A diagram that is larger would hold the thread for seconds; it stays as its source. */
const DIAGRAM_LIMITS = { length: 20_000, lines: 400 }
const FONT = 'Noto Sans CJK SC'
const colors = { bg: '#ffffff', fg: '#1f2937', line: '#667085', accent: '#475467', muted: '#475467', surface: '#f3f6fb', border: '#a9b8cf' }

async function draw(kind: string, source: string): Promise<string | undefined> {
  if (kind === 'mindmap') return drawMindmap(source, FONT)
  if (kind !== 'mermaid') return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return renderMermaidSVG(source, { ...colors, font: FONT, padding: 12 })
}

/** A diagram as the address of a picture; undefined where the source is not understood. */
async function diagramPicture(kind: string, source: string): Promise<string | undefined> {
  if (source.length > DIAGRAM_LIMITS.length || source.split('\n').length > DIAGRAM_LIMITS.lines) return undefined
  try {
    const svg = (await draw(kind, source))?.replace(/@import[^\n]*/g, '')
    return svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  } catch {
    return undefined
  }
}

/** Where an address in a page leads to in the folder; undefined for what is not in it. */
export type Inside = (url: string) => string | undefined

const TAG = /<(a|img|video|audio|source)\b([^>]*)>/g
const ATTRIBUTE = /\s([a-z-]+)="([^"]*)"/g

type Attributes = Map<string, string>
const attributesOf = (text: string): Attributes =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeEntities(value)]))
const written = (name: string, attributes: Attributes) =>
  `<${name}${[...attributes].map(([key, value]) => ` ${key}="${safe(value)}"`).join('')}>`

const isAway = (url: string) => /^(?:https?:|[\\/]{2})/i.test(url)
const isPlace = (url: string) => url.startsWith('#') || /^(?:mailto|tel):/i.test(url)
const isData = (url: string) => /^data:image\//i.test(url)

/** What would be loaded from elsewhere is a link in its place: opening the folder asks nobody for anything. */
const away = (url: string, words: string) =>
  `<a class="away" href="${safe(url)}" target="_blank" rel="noreferrer noopener nofollow">${safe(words)}</a>`

/**
 * An article for the folder: links to its pages and files lead there, nothing is loaded from another place. `html` has been through
 * the sanitiser, so every tag is whole and every value quoted.
 */
export async function offlineArticle(html: string, inside: Inside, language: Language): Promise<string> {
  const t = htmlWords[language]
  const linked = html.replace(TAG, (_, name: string, rest: string) => {
    const attributes = attributesOf(rest)
    const key = name === 'a' ? 'href' : 'src'
    const url = attributes.get(key)
    if (name === 'video') pose(attributes, inside)
    if (url === undefined) return written(name, attributes)
    const found = inside(url)
    if (found !== undefined) return written(name, attributes.set(key, found))
    if (name === 'a') {
      if (!isAway(url) && !isPlace(url)) attributes.delete('href')
      return written('a', attributes)
    }
    if (name === 'img' && isData(url)) return written('img', attributes)
    const words = attributes.get('alt') || (name === 'img' ? t.picture : t.file)
    return isAway(url) ? away(url, words) : `<span class="away">${safe(words)}</span>`
  })
  return drawn(linked)
}

/** The picture a film begins with. */
function pose(attributes: Attributes, inside: Inside) {
  const poster = attributes.get('poster')
  if (poster === undefined) return
  const found = inside(poster)
  if (found === undefined) attributes.delete('poster')
  else attributes.set('poster', found)
}

const DIAGRAM = /<pre class="diagram" data-kind="([a-z]+)"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g

/** Diagrams as pictures, in which no script runs; what cannot be drawn stays as it was written. */
async function drawn(html: string): Promise<string> {
  const pictures = new Map<string, string>()
  for (const [whole, kind = '', source = ''] of html.matchAll(DIAGRAM)) {
    const picture = pictures.has(whole) ? undefined : await diagramPicture(kind, decodeEntities(source))
    if (picture) pictures.set(whole, `<div class="diagram"><img alt="" src="${picture}"></div>`)
  }
  return pictures.size ? html.replace(DIAGRAM, (whole) => pictures.get(whole) ?? whole) : html
}
