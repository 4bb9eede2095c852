/** Signs that mean something to the drawer stand in labels as others, until they are drawn. */
const HIDDEN = 0xe000
const hide = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
export const unhide = (svg: string) => svg.replace(/[\ue000-\ue07f]/g, (sign) => `&#${sign.charCodeAt(0) - HIDDEN};`)

/** The words of a label: without quotes and tags, line breaks kept. */
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

/** The lines of each kind that the drawer reads; it passes over others in silence, and the picture would lack something. */
const read: Record<string, RegExp[]> = {
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

/** Between the braces of a class or an entity stand its members. */
const opensMembers = /^(?:class\s+)?[^\s{]+(?:\s*~\w+~)?\s*\{$/

/** Whether the drawer reads every line of a diagram. */
export function readsAll(source: string): boolean {
  const [first = '', ...lines] = source.split('\n').map((line) => line.trim())
  const kind = first.toLowerCase().replace(/(?:-v2|-beta)$/, '')
  const known = Object.hasOwn(read, kind) ? read[kind] : undefined
  if (!known) return false
  let inMembers = false
  return lines.every((line) => {
    if (line === '' || line.startsWith('%%')) return true
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

/** Solid, thick and dotted links, without a head and with one. */
const ends = [
  ['---', '-->'],
  ['===', '==>'],
  ['-.-', '-.->'],
]

/** The link that stands here in a flow chart, as it is written for the drawer; undefined for what is none, or has an end he does not know. */
function linkAt(text: string, at: number): { written: string; end: number } | undefined {
  link.lastIndex = at
  const [whole, back = '', body = '', head = '', words, begin = '', between, , headToo = ''] = link.exec(text) ?? []
  if (whole === undefined) return undefined
  const shape = body || begin
  const kind = shape.startsWith('=') ? 1 : shape.includes('.') ? 2 : 0
  const said = (words ?? between)?.trim()
  return { written: `${back}${ends[kind]![head || headToo ? 1 : 0]}${said ? `|${label(said)}|` : ''}`, end: at + whole.length }
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
const passed = /^(?:%%|click\s|style\s|linkStyle\s|classDef\s|class\s|accTitle|accDescr)/

class NotRead extends Error {}

/** Writes a flow chart anew in the forms that the drawer reads: names of letters, arrows apart, one link a line. */
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
    else if (!passed.test(text)) this.statement(text)
  }

  private statement(text: string) {
    let { nodes: from, at } = this.several(text, 0)
    if (at === text.length) this.out.push(...from)
    while (at < text.length) {
      const link = linkAt(text, at)
      if (!link) throw new NotRead()
      const to = this.several(text, link.end)
      for (const one of from)
        for (const other of to.nodes) {
          this.edges++
          this.out.push(`${one} ${link.written} ${other}`)
        }
      from = to.nodes
      at = to.at
    }
  }

  /** One node, or several with & between them. */
  private several(text: string, start: number): { nodes: string[]; at: number } {
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
    if (!id) throw new NotRead()
    let at = start + id.length
    const shape = shapes.find(([opens]) => text.startsWith(opens, at))
    let written = this.nodes.get(id)
    if (shape) {
      const [opens, closes] = shape
      const quoted = text[at + opens.length] === '"' ? text.indexOf('"', at + opens.length + 1) : at
      const end = text.indexOf(closes, quoted < 0 ? text.length : quoted)
      if (end < 0) throw new NotRead()
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

/** A flow chart as the drawer reads it, with what has to be in the picture; undefined for forms that are not known here. */
export function plainFlow(source: string): { text: string; nodes: number; edges: number } | undefined {
  const [first = '', ...rest] = source.split('\n')
  const [, direction, behind = ''] = /^(?:graph|flowchart)(?:\s+(TB|TD|LR|BT|RL))?\s*(?:;(.*))?$/i.exec(first.trim()) ?? []
  if (!/^(?:graph|flowchart)\b/i.test(first.trim()) || (!direction && first.trim().split(/\s+/).length > 1)) return undefined
  const flow = new Flow()
  try {
    for (const line of [behind, ...rest])
      for (const part of line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)) if (part.trim() !== '') flow.line(part.trim())
  } catch (error) {
    if (error instanceof NotRead) return undefined
    throw error
  }
  return { text: flow.text(direction?.toUpperCase() ?? 'TB'), nodes: flow.nodes.size, edges: flow.edges }
}
