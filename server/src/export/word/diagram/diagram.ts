import { type DrawingFont, drawingFont } from './fonts.ts'
import { plainFlow, readsAll, unhide } from './mermaid.ts'
import { drawMindmap } from './mindmap.ts'

type Rgb = [number, number, number]

const parse = (color: string): Rgb | undefined => {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color.trim())
  return found ? [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16), Number.parseInt(found[3]!, 16)] : undefined
}
const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0')

/** The position of the parenthesis that closes the one before `start`. */
function closing(text: string, start: number): number {
  let open = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') open++
    else if (text[at] === ')' && --open === 0) return at
  }
  return text.length
}

/** The result of `color-mix(in srgb, A 60%, B)` for two #RRGGBB colours. */
function mixed(inside: string): string {
  const [, first = '', share = '50', second = ''] =
    /^\s*in srgb\s*,\s*(\S+)\s+(\d{1,3})%\s*,\s*(\S+)(?:\s+\d{1,3}%)?\s*$/.exec(inside) ?? []
  const [a, b] = [parse(first), parse(second)]
  if (!a || !b) return b ? second : first || '#808080'
  const part = Math.min(100, Number(share)) / 100
  return `#${a.map((one, n) => hex(one * part + b[n]! * (1 - part))).join('')}`
}

/** Resolves CSS variables and mixed colours in an SVG, because the rasteriser does not support them. */
export function plainColors(svg: string): string {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of svg.slice(0, 20_000).matchAll(/(?<![\w-])(--[\w-]+)\s*:\s*([^;"{}]+)/g))
    if (!values.has(name)) values.set(name, value.trim())
  const resolve = (text: string, depth: number): string => {
    let out = ''
    let from = 0
    for (const found of text.matchAll(/var\(|color-mix\(/g)) {
      if (found.index < from) continue
      const start = found.index + found[0].length
      const end = closing(text, start)
      const inside = text.slice(start, end)
      out += text.slice(from, found.index) + (found[0] === 'var(' ? variable(inside, depth) : mixed(resolve(inside, depth + 1)))
      from = end + 1
    }
    return out + text.slice(from)
  }
  const variable = (inside: string, depth: number): string => {
    const comma = inside.indexOf(',')
    const name = inside.slice(0, comma < 0 ? undefined : comma).trim()
    const value = values.get(name) ?? (comma < 0 ? '#808080' : inside.slice(comma + 1).trim())
    return depth > 8 ? '#808080' : resolve(value, depth + 1)
  }
  return resolve(svg, 0)
}

const reversibleMarker =
  /<marker id="([\w-]+)"([^>]*) refX="([\d.-]+)" refY="([\d.-]+)"([^>]*) orient="auto-start-reverse"([^>]*)>([\s\S]*?)<\/marker>/g

/** Replaces `auto-start-reverse` markers by separate rotated markers, because the rasteriser does not support them. */
export function plainMarkers(svg: string): string {
  const named = svg.replace(
    reversibleMarker,
    (_, id: string, before: string, x: string, y: string, between: string, after: string, inside: string) => {
      const marker = (name: string, content: string) =>
        `<marker id="${name}"${before} refX="${x}" refY="${y}"${between} orient="auto"${after} overflow="visible">${content}</marker>`
      // Markers named `-start` are already drawn in reverse.
      const turned = id.endsWith('-start') ? inside : `<g transform="rotate(180 ${x} ${y})">${inside}</g>`
      return marker(id, inside) + marker(`${id}-turned`, turned)
    },
  )
  return named.replace(/marker-start="url\(#([\w-]+)\)"/g, (whole, id: string) =>
    named.includes(`id="${id}-turned"`) ? `marker-start="url(#${id}-turned)"` : whole,
  )
}

/** Larger diagrams stay as source. The time for a diagram is limited by its worker thread (diagrams.ts). */
const DIAGRAM_LIMITS = { length: 20_000, lines: 400, pixels: 6000 }
/** Pixels of a picture per pixel in the document, so that it is sharp in print. */
export const SHARPNESS = 2
const colors = { bg: '#ffffff', fg: '#1f2937', line: '#667085', accent: '#475467', muted: '#475467', surface: '#f3f6fb', border: '#a9b8cf' }

/** The source without front matter and leading comments, so that it begins with the diagram type. */
const bodyOf = (source: string) =>
  source
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replace(/^(?:\s*%%[^\n]*\n)+/, '')
    .trim()

const count = (svg: string, what: string) => svg.split(what).length - 1

/** Draws only diagrams whose every line is understood, because an incomplete picture is worse than the source. */
async function mermaid(source: string, font: DrawingFont): Promise<string | undefined> {
  const text = bodyOf(source)
  const flow = plainFlow(text)
  if (!flow && !readsAll(text)) return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  const svg = renderMermaidSVG(flow?.text ?? text, { ...colors, font: font.family, padding: 12 })
  if (flow && (count(svg, 'class="node"') !== flow.nodes || count(svg, 'class="edge"') !== flow.edges)) return undefined
  return unhide(plainMarkers(plainColors(svg)))
}

/** Whether an SVG refers to no file and no URL. */
const isSelfContained = (svg: string) =>
  !/<(?:image|feImage|use|script|foreignObject|!)/i.test(svg) && !/href\s*=|url\(\s*['"]?(?!#)/i.test(svg)

function sized(svg: string): number {
  const [, width = '0', height = '0'] = /<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"/.exec(svg) ?? []
  return Math.max(Number(width), Number(height))
}

/** A diagram as PNG; undefined if it cannot be drawn, so that it stays as source. */
export async function drawDiagram(kind: string, source: string): Promise<Buffer | undefined> {
  const font = drawingFont()
  const isLong = source.length > DIAGRAM_LIMITS.length || source.split('\n').length > DIAGRAM_LIMITS.lines
  if (!font || isLong || (!font.hasChinese && /\p{Script=Han}/u.test(source))) return undefined
  try {
    const svg = kind === 'mermaid' ? await mermaid(source, font) : kind === 'mindmap' ? drawMindmap(source, font.family) : undefined
    const plain = svg?.replace(/@import[^\n]*/g, '')
    const size = plain ? sized(plain) : 0
    if (!plain || !size || size > DIAGRAM_LIMITS.pixels || !isSelfContained(plain)) return undefined
    const { Resvg } = await import('@resvg/resvg-js')
    const fonts = {
      loadSystemFonts: false,
      fontFiles: [font.path],
      defaultFontFamily: font.family,
      sansSerifFamily: font.family,
      monospaceFamily: font.family,
    }
    return new Resvg(plain, { font: fonts, background: '#ffffff', fitTo: { mode: 'zoom', value: SHARPNESS } }).render().asPng()
  } catch {
    return undefined
  }
}
