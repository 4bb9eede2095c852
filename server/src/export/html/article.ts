import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { drawMindmap } from '../word/diagram/mindmap.ts'
import { decodeEntities, htmlWords, safe } from './document.ts'

/** A larger diagram would block the thread for seconds, so it is shown as source. */
const DIAGRAM_LIMITS = { length: 20_000, lines: 400 }
const FONT = 'Noto Sans CJK SC'
const colors = { bg: '#ffffff', fg: '#1f2937', line: '#667085', accent: '#475467', muted: '#475467', surface: '#f3f6fb', border: '#a9b8cf' }

async function draw(kind: string, source: string): Promise<string | undefined> {
  if (kind === 'mindmap') return drawMindmap(source, FONT)
  if (kind !== 'mermaid') return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return renderMermaidSVG(source, { ...colors, font: FONT, padding: 12 })
}

/** A diagram as a data URL; undefined if the source is too large or cannot be parsed. */
async function diagramPicture(kind: string, source: string): Promise<string | undefined> {
  if (source.length > DIAGRAM_LIMITS.length || source.split('\n').length > DIAGRAM_LIMITS.lines) return undefined
  try {
    const svg = (await draw(kind, source))?.replace(/@import[^\n]*/g, '')
    return svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  } catch {
    return undefined
  }
}

/** Maps a URL in a page to a relative link in the exported folder; undefined if the target is not exported. */
type LinkMap = (url: string) => string | undefined

const TAG = /<(a|img|video|audio|source)\b([^>]*)>/g
const ATTRIBUTE = /\s([a-z-]+)="([^"]*)"/g

type Attributes = Map<string, string>
const attributesOf = (text: string): Attributes =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeEntities(value)]))
const tagHtml = (name: string, attributes: Attributes) =>
  `<${name}${[...attributes].map(([key, value]) => ` ${key}="${safe(value)}"`).join('')}>`

const isExternal = (url: string) => /^(?:https?:|[\\/]{2})/i.test(url)
const isLocalTarget = (url: string) => url.startsWith('#') || /^(?:mailto|tel):/i.test(url)
const isData = (url: string) => /^data:image\//i.test(url)

/** A link that replaces media of another site, so that opening the folder sends no request. */
const externalLink = (url: string, words: string) =>
  `<a class="away" href="${safe(url)}" target="_blank" rel="noreferrer noopener nofollow">${safe(words)}</a>`

/**
 * An article for the exported folder. Links to exported pages and files become relative, and nothing is loaded from another site.
 * `html` is sanitised, so every tag is complete and every value is quoted.
 */
export async function offlineArticle(html: string, inside: LinkMap, language: Language): Promise<string> {
  const t = inLanguage(htmlWords, language)
  const linked = html.replace(TAG, (_, name: string, rest: string) => {
    const attributes = attributesOf(rest)
    const key = name === 'a' ? 'href' : 'src'
    const url = attributes.get(key)
    if (name === 'video') replacePoster(attributes, inside)
    if (url === undefined) return tagHtml(name, attributes)
    const found = inside(url)
    if (found !== undefined) return tagHtml(name, attributes.set(key, found))
    if (name === 'a') {
      if (!isExternal(url) && !isLocalTarget(url)) attributes.delete('href')
      return tagHtml('a', attributes)
    }
    if (name === 'img' && isData(url)) return tagHtml('img', attributes)
    const words = attributes.get('alt') || (name === 'img' ? t.picture : t.file)
    return isExternal(url) ? externalLink(url, words) : `<span class="away">${safe(words)}</span>`
  })
  return drawDiagrams(linked)
}

/** Maps the poster of a video, or removes it if it is not exported. */
function replacePoster(attributes: Attributes, inside: LinkMap) {
  const poster = attributes.get('poster')
  if (poster === undefined) return
  const found = inside(poster)
  if (found === undefined) attributes.delete('poster')
  else attributes.set('poster', found)
}

const DIAGRAM = /<pre class="diagram" data-kind="([a-z]+)"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g

/** Replaces diagrams by images, in which no script runs. A diagram that cannot be drawn stays as source. */
async function drawDiagrams(html: string): Promise<string> {
  const pictures = new Map<string, string>()
  for (const [whole, kind = '', source = ''] of html.matchAll(DIAGRAM)) {
    const picture = pictures.has(whole) ? undefined : await diagramPicture(kind, decodeEntities(source))
    if (picture) pictures.set(whole, `<div class="diagram"><img alt="" src="${picture}"></div>`)
  }
  return pictures.size ? html.replace(DIAGRAM, (whole) => pictures.get(whole) ?? whole) : html
}
