/** Punctuation in labels is replaced by private-use characters until the diagram is drawn, because the renderer would interpret it. */
const HIDDEN = 0xe000
const hide = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
export const unhide = (svg: string) => svg.replace(/[\ue000-\ue07f]/g, (sign) => `&#${sign.charCodeAt(0) - HIDDEN};`)

/** The text of a label without quotes and tags; line breaks are kept. */
function label(text: string): string {
  const words = text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^`([\s\S]*)`$/, '$1')
  return words
    .split(/<br\s*\/?>|\\n/i)
    .map((line) => hide(line.replace(/<\/?[a-z][^<>]*>/gi, '').trim()) || ' ')
    .join('<br>')
}

const id = '(?:\\[\\*\\]|[\\w\\p{L}-]+)'

/** The patterns below divide a line in several ways, which takes the square of its length. */
const LINE_CHARS_MAX = 1000

/** Supported lines of each diagram type. The renderer ignores other lines silently, so the picture would be incomplete. */
const supportedLines: Record<string, RegExp[]> = {
  sequencediagram: [
    /^(?:participant|actor)\s+\S+(?:\s+as\s+.+)?$/,
    /^note\s+(?:left of|right of|over)\s+[^:]+:.+$/i,
    /^(?:loop|alt|opt|par|critical|break|else|and|end)\b/,
    /^(?:activate|deactivate)\s+\S+$/,
    /^\S+?\s*(?:-->>|->>|--?>|--?\))\s*[+-]?\S+?\s*:.+$/,
  ],
  statediagram: [
    new RegExp(`^${id}\\s*-->\\s*${id}(?:\\s*:.+)?$`, 'u'),
    /^state\s+(?:"[^"]+"\s+as\s+)?[\w\p{L}]+\s*\{?$/u,
    new RegExp(`^${id}\\s*:.+$`, 'u'),
    /^\}$/,
    /^direction\s+(?:TD|TB|LR|BT|RL)$/i,
  ],
  classdiagram: [
    /^class\s+\S+(?:\s*~\w+~)?\s*\{?$/,
    /^namespace\s+\S+\s*\{$/,
    /^\S+\s+(?:"[^"]*"\s*)?(?:<\||[*o<])?(?:--|\.\.)(?:\|>|[*o>])?\s*(?:"[^"]*"\s*)?\S+(?:\s*:.+)?$/,
    /^\S+\s*:.+$/,
    /^\}$/,
  ],
  erdiagram: [/^\S+\s*\{$/, /^\}$/, /^\S+\s+[|o}{]+(?:--|\.\.)[|o}{]+\s+\S+\s*:.+$/],
  xychart: [
    /^title\s+"[^"]+"$/,
    /^x-axis\s+(?:"[^"]*"\s*)?\[[^\]]+\]$/,
    /^[xy]-axis\s+(?:"[^"]*"\s+)?-?[\d.]+\s*-->\s*-?[\d.]+$/,
    /^y-axis\s+"[^"]+"$/,
    /^(?:bar|line)\s+\[[^\]]+\]$/,
  ],
}

/** A line that opens the member list of a class or an entity. */
const opensMembers = /^(?:class\s+)?[^\s{]+(?:\s*~\w+~)?\s*\{$/

/** Whether the renderer supports every line of a diagram. */
export function readsAll(source: string): boolean {
  const [first = '', ...lines] = source.split('\n').map((line) => line.trim())
  const kind = first.toLowerCase().replace(/(?:-v2|-beta)$/, '')
  const known = Object.hasOwn(supportedLines, kind) ? supportedLines[kind] : undefined
  if (!known) return false
  let inMembers = false
  return lines.every((line) => {
    if (line === '' || line.startsWith('%%')) return true
    if (line.length > LINE_CHARS_MAX) return false
    if (inMembers) {
      inMembers = line !== '}'
      return true
    }
    inMembers = (kind === 'classdiagram' || kind === 'erdiagram') && opensMembers.test(line)
    return known.some((pattern) => pattern.test(line))
  })
}

const line = '-{2,}(?=>)|-{3,}|={2,}(?=>)|={3,}'
const link = new RegExp(
  `\\s*(<?)(?:(${line}|-\\.+-?(?=>)|-\\.+-)(>?)(?![xo]\\s)(?:\\s*\\|([^|]*)\\|)?|(--|==|-\\.)\\s*([^-=.|>\\s].*?)\\s*(${line}|\\.+-)(>?))\\s*`,
  'y',
)

/** Solid, thick and dotted links, each without and with an arrowhead. */
const ends = [
  ['---', '-->'],
  ['===', '==>'],
  ['-.-', '-.->'],
]

/** The link at position `at` in a normalised form; undefined if there is no link or its arrowhead is not supported. */
function linkAt(text: string, at: number): { written: string; end: number } | undefined {
  link.lastIndex = at
  const [whole, back = '', body = '', head = '', words, begin = '', between, , headToo = ''] = link.exec(text) ?? []
  if (whole === undefined) return undefined
  const shape = body || begin
  const kind = shape.startsWith('=') ? 1 : shape.includes('.') ? 2 : 0
  const caption = (words ?? between)?.trim()
  return { written: `${back}${ends[kind]![head || headToo ? 1 : 0]}${caption ? `|${label(caption)}|` : ''}`, end: at + whole.length }
}

const shapes: [string, string][] = [
  ['(((', ')))'],
  ['([', '])'],
  ['((', '))'],
  ['[[', ']]'],
  ['[(', ')]'],
  ['{{', '}}'],
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['>', ']'],
]
const name = /[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[.-](?=[\p{L}\p{N}_]))*/uy
const ignored = /^(?:%%|click\s|style\s|linkStyle\s|classDef\s|class\s|accTitle|accDescr)/

class UnsupportedSyntax extends Error {}

/** Rewrites a flow chart in the syntax that the renderer supports: simple node names, spaces around arrows, one link per line. */
class Flow {
  readonly nodes = new Map<string, string>()
  edges = 0
  private groups = 0
  private readonly out: string[] = []

  line(text: string) {
    const group = /^subgraph\b\s*(.*)$/.exec(text)
    if (group) {
      const [, title = ''] = /^[^[\]"]*\[(.+)\]$/.exec(group[1]!) ?? [undefined, group[1]!]
      this.out.push(`subgraph g${++this.groups} [${label(title)}]`)
    } else if (text === 'end' || /^direction\s+(?:TB|TD|LR|BT|RL)$/.test(text)) this.out.push(text)
    else if (!ignored.test(text)) this.statement(text)
  }

  private statement(text: string) {
    let { nodes: from, at } = this.nodeList(text, 0)
    if (at === text.length) this.out.push(...from)
    while (at < text.length) {
      const link = linkAt(text, at)
      if (!link) throw new UnsupportedSyntax()
      const to = this.nodeList(text, link.end)
      for (const source of from)
        for (const target of to.nodes) {
          this.edges++
          this.out.push(`${source} ${link.written} ${target}`)
        }
      from = to.nodes
      at = to.at
    }
  }

  /** One node, or several nodes joined by &. */
  private nodeList(text: string, start: number): { nodes: string[]; at: number } {
    const nodes: string[] = []
    let at = start
    for (;;) {
      const node = this.node(text, at)
      nodes.push(node.written)
      const and = /\s*&\s*/y
      and.lastIndex = node.at
      if (!and.test(text)) return { nodes, at: node.at }
      at = and.lastIndex
    }
  }

  private node(text: string, start: number): { written: string; at: number } {
    name.lastIndex = start
    const [id] = name.exec(text) ?? []
    if (!id) throw new UnsupportedSyntax()
    let at = start + id.length
    const shape = shapes.find(([opens]) => text.startsWith(opens, at))
    let written = this.nodes.get(id)
    if (shape) {
      const [opens, closes] = shape
      const quoted = text[at + opens.length] === '"' ? text.indexOf('"', at + opens.length + 1) : at
      const end = text.indexOf(closes, quoted < 0 ? text.length : quoted)
      if (end < 0) throw new UnsupportedSyntax()
      written = `n${this.numberOf(id)}${opens}${label(text.slice(at + opens.length, end))}${closes}`
      at = end + closes.length
    }
    written ??= `n${this.numberOf(id)}[${label(id)}]`
    this.nodes.set(id, written)
    const style = /:::[\w-]+/y
    style.lastIndex = at
    return { written, at: style.test(text) ? style.lastIndex : at }
  }

  private numberOf(id: string): number {
    const known = [...this.nodes.keys()].indexOf(id)
    return known < 0 ? this.nodes.size : known
  }

  text(direction: string) {
    return [`graph ${direction}`, ...this.out].join('\n')
  }
}

/** A flow chart in normalised form, with the expected counts of nodes and edges; undefined for unsupported syntax. */
export function plainFlow(source: string): { text: string; nodes: number; edges: number } | undefined {
  const [first = '', ...rest] = source.split('\n')
  const [, direction, sameLine = ''] = /^(?:graph|flowchart)(?:\s+(TB|TD|LR|BT|RL))?\s*(?:;(.*))?$/i.exec(first.trim()) ?? []
  if (!/^(?:graph|flowchart)\b/i.test(first.trim()) || (!direction && first.trim().split(/\s+/).length > 1)) return undefined
  const flow = new Flow()
  try {
    for (const line of [sameLine, ...rest])
      for (const part of line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)) if (part.trim() !== '') flow.line(part.trim())
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined
    throw error
  }
  return { text: flow.text(direction?.toUpperCase() ?? 'TB'), nodes: flow.nodes.size, edges: flow.edges }
}
