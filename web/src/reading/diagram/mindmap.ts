import { quoted } from './quotes.ts'

interface Topic {
  text: string
  children: Topic[]
}

/* Mermaid reads quotes and brackets in a topic as shapes. A quoted square box accepts every character except a straight quote. */
const label = (text: string) => `[${quoted(text)}]`

const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(.+?)\1/g, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .trim()

/** Reads the text and depth of a line: the level of a heading, or the indentation of a list item. */
function readLine(line: string) {
  const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line)
  if (heading) return { heading: heading[1]!.length, text: plain(heading[2]!) }
  const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
  if (item) return { indent: item[1]!.replaceAll('\t', '    ').length, text: plain(item[2]!) }
  return undefined
}

function topicsOf(source: string): Topic[] {
  const root: Topic = { text: '', children: [] }
  const headings: { level: number; topic: Topic }[] = []
  let items: { indent: number; topic: Topic }[] = []
  for (const line of source.split('\n')) {
    const read = readLine(line)
    if (!read?.text) continue
    const topic: Topic = { text: read.text, children: [] }
    if (read.heading !== undefined) {
      while (headings.length && headings.at(-1)!.level >= read.heading) headings.pop()
      ;(headings.at(-1)?.topic ?? root).children.push(topic)
      headings.push({ level: read.heading, topic })
      items = []
    } else {
      while (items.length && items.at(-1)!.indent >= read.indent!) items.pop()
      ;(items.at(-1)?.topic ?? headings.at(-1)?.topic ?? root).children.push(topic)
      items.push({ indent: read.indent!, topic })
    }
  }
  return root.children
}

/** Converts a mind map of Markdown headings and lists to Mermaid. Several top topics get an empty root. Throws without a topic. */
export function mindmapToMermaid(source: string): string {
  const topics = topicsOf(source)
  if (!topics.length) throw new Error('no topic')
  const lines = ['mindmap']
  let count = 0
  const write = (topic: Topic, depth: number) => {
    lines.push(`${'  '.repeat(depth)}n${count++}${label(topic.text)}`)
    for (const child of topic.children) write(child, depth + 1)
  }
  write(topics.length === 1 ? topics[0]! : { text: ' ', children: topics }, 1)
  return lines.join('\n')
}
