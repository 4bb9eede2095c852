import { units } from '../blocks/table.ts'
import { escapeXml } from '../package/xml.ts'

interface Topic {
  text: string
  under: Topic[]
}

const [LINE, ACROSS, PADDING, SIZE] = [34, 46, 12, 13]
const colors = ['#3b6fd6', '#16a34a', '#d97706', '#7c3aed', '#dc2626', '#0891b2']
const MOST_TOPICS = 300

const plain = (text: string) =>
  text
    .replace(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .trim()

/** The depth of a line: headings by level, and list items by indentation below the preceding heading. */
function depthOf(line: string): { depth: number; text: string } | undefined {
  const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line)
  if (heading) return { depth: heading[1]!.length, text: plain(heading[2]!) }
  const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
  return item ? { depth: 10 + item[1]!.replaceAll('\t', '    ').length, text: plain(item[2]!) } : undefined
}

function topicsIn(source: string): Topic[] {
  const root: Topic = { text: '', under: [] }
  const above: { depth: number; topic: Topic }[] = []
  for (const line of source.split('\n').slice(0, MOST_TOPICS)) {
    const read = depthOf(line)
    if (!read?.text) continue
    while (above.length > 0 && above.at(-1)!.depth >= read.depth) above.pop()
    const topic = { text: read.text.slice(0, 80), under: [] }
    ;(above.at(-1)?.topic ?? root).under.push(topic)
    above.push({ depth: read.depth, topic })
  }
  return root.under
}

const widthOf = (text: string) => (units(text) * SIZE) / 1.85 + 2 * PADDING

/** Draws a topic and its subtopics to the right. Returns the total height and the vertical centre. */
function draw(
  topic: Topic,
  x: number,
  y: number,
  color: string,
  out: string[],
  extent: { right: number },
): { height: number; middle: number } {
  const width = widthOf(topic.text)
  const next = x + width + ACROSS
  let height = 0
  const middles = topic.under.map((below, n) => {
    const own = x === PADDING ? colors[n % colors.length]! : color
    const drawn = draw(below, next, y + height, own, out, extent)
    height += drawn.height
    return { middle: drawn.middle, own }
  })
  height = Math.max(height, LINE)
  const middle = middles.length > 0 ? (middles[0]!.middle + middles.at(-1)!.middle) / 2 : y + LINE / 2
  extent.right = Math.max(extent.right, x + width)
  for (const { middle: end, own } of middles) {
    const half = x + width + ACROSS / 2
    out.push(
      `<path d="M${x + width} ${middle}C${half} ${middle} ${half} ${end} ${next} ${end}" fill="none" stroke="${own}" stroke-width="1.5"/>`,
    )
  }
  out.push(
    `<rect x="${x}" y="${middle - 12}" width="${width}" height="24" rx="6" fill="${x === PADDING ? color : '#ffffff'}" stroke="${color}" stroke-width="1.2"/>` +
      `<text x="${x + width / 2}" y="${middle + 4.5}" text-anchor="middle" font-size="${SIZE}" fill="${x === PADDING ? '#ffffff' : '#1f2937'}">${escapeXml(topic.text)}</text>`,
  )
  return { height, middle }
}

/** Draws a mind map of headings and lists as an SVG tree from left to right; undefined if there is no topic. */
export function drawMindmap(source: string, family: string): string | undefined {
  const topics = topicsIn(source)
  if (topics.length === 0) return undefined
  const out: string[] = []
  const extent = { right: 0 }
  let y = PADDING
  for (const topic of topics) y += draw(topic, PADDING, y, colors[0]!, out, extent).height
  const [width, height] = [extent.right + PADDING, y + PADDING]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>text { font-family: '${family}'; }</style>${out.join('')}</svg>`
}
