import { type DrawingFont, drawingFont } from './fonts.ts'
import { drawMindmap } from './mindmap.ts'
import { plainColors } from './svg-colors.ts'
import { plainMarkers } from './svg-markers.ts'

/** A drawing that is larger would take minutes; it stays as its source. */
const MOST = { length: 20_000, lines: 400, pixels: 6000 }
/** Points of a picture for each pixel on paper, so that it stays sharp in print. */
export const SHARPNESS = 2
const drawn = /^(?:graph|flowchart|statediagram(?:-v2)?|sequencediagram|classdiagram|erdiagram|xychart(?:-beta)?)\b/i
const colors = { bg: '#ffffff', fg: '#1f2937', line: '#667085', accent: '#475467', muted: '#475467', surface: '#f3f6fb', border: '#a9b8cf' }

/** The first line that says what is drawn. */
const kindOf = (source: string) =>
  source
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replace(/^(?:\s*%%[^\n]*\n)+/, '')
    .trim()

async function mermaid(source: string, font: DrawingFont): Promise<string | undefined> {
  const text = kindOf(source)
  if (!drawn.test(text)) return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return plainMarkers(plainColors(renderMermaidSVG(text, { ...colors, font: font.family, padding: 12 })))
}

/** Draws nothing that names a file or an address, wherever it came from. */
const isClosed = (svg: string) => !/<(?:image|feImage|use|script|foreignObject|!)/i.test(svg) && !/href\s*=|url\(\s*['"]?(?!#)/i.test(svg)

function sized(svg: string): number {
  const [, width = '0', height = '0'] = /<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"/.exec(svg) ?? []
  return Math.max(Number(width), Number(height))
}

/** A diagram as PNG; undefined for what cannot be drawn here, and stays as it was typed. */
export async function drawDiagram(kind: string, source: string): Promise<Buffer | undefined> {
  const font = drawingFont()
  const isLong = source.length > MOST.length || source.split('\n').length > MOST.lines
  if (!font || isLong || (!font.hasChinese && /\p{Script=Han}/u.test(source))) return undefined
  try {
    const svg = kind === 'mermaid' ? await mermaid(source, font) : kind === 'mindmap' ? drawMindmap(source, font.family) : undefined
    const plain = svg?.replace(/@import[^\n]*/g, '')
    const size = plain ? sized(plain) : 0
    if (!plain || !size || size > MOST.pixels || !isClosed(plain)) return undefined
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
