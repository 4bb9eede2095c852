import { drawMindmap } from '../word/diagram/mindmap.ts'

/** A diagram that is larger would hold the thread for seconds; it stays as its source. */
const MOST = { length: 20_000, lines: 400 }
const FONT = 'Noto Sans CJK SC'
const colors = { bg: '#ffffff', fg: '#1f2937', line: '#667085', accent: '#475467', muted: '#475467', surface: '#f3f6fb', border: '#a9b8cf' }

async function draw(kind: string, source: string): Promise<string | undefined> {
  if (kind === 'mindmap') return drawMindmap(source, FONT)
  if (kind !== 'mermaid') return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return renderMermaidSVG(source, { ...colors, font: FONT, padding: 12 })
}

/** A diagram as the address of a picture; undefined where the source is not understood. */
export async function diagramPicture(kind: string, source: string): Promise<string | undefined> {
  if (source.length > MOST.length || source.split('\n').length > MOST.lines) return undefined
  try {
    const svg = (await draw(kind, source))?.replace(/@import[^\n]*/g, '')
    return svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  } catch {
    return undefined
  }
}
