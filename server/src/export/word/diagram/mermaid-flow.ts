import { label } from './mermaid-label.ts'
import { linkAt } from './mermaid-link.ts'

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
