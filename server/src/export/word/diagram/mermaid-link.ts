import { label } from './mermaid-label.ts'

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
export function linkAt(text: string, at: number): { written: string; end: number } | undefined {
  link.lastIndex = at
  const [whole, back = '', body = '', head = '', words, begin = '', between, , headToo = ''] = link.exec(text) ?? []
  if (whole === undefined) return undefined
  const shape = body || begin
  const kind = shape.startsWith('=') ? 1 : shape.includes('.') ? 2 : 0
  const said = (words ?? between)?.trim()
  return { written: `${back}${ends[kind]![head || headToo ? 1 : 0]}${said ? `|${label(said)}|` : ''}`, end: at + whole.length }
}
