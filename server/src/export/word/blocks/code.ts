import type { Page } from '../page.ts'
import type { Element, Look, Node, Place } from '../types.ts'
import { runXml } from './look.ts'
import { leadXml, paragraphXml } from './paragraph.ts'
import { isElement, textOf } from './tree.ts'

const MARKED = 'FFF2A8'
const CODE_DEPTH_MAX = 40

const groups: [Look, string][] = [
  [{ color: '6A737D', italic: true }, 'comment quote'],
  [{ color: 'B3261E' }, 'keyword selector-tag doctag template-tag'],
  [{ color: '0A5C36' }, 'string regexp addition selector-attr selector-pseudo'],
  [{ color: '0550AE' }, 'number literal attr attribute variable template-variable symbol bullet link params-name property'],
  [{ color: '6F42C1' }, 'title section function_ class_'],
  [{ color: '8A4B08' }, 'built_in type meta meta-string selector-class selector-id operator-name'],
  [{ color: '116329' }, 'name tag'],
  [{ color: '82071E' }, 'deletion'],
  [{ italic: true }, 'emphasis'],
  [{ bold: true }, 'strong'],
]
const looks = new Map<string, Look>(groups.flatMap(([look, names]) => names.split(' ').map((name) => [`hljs-${name}`, look] as const)))

function lookOfSpan({ attribs }: Element, around: Look): Look {
  const [name = ''] = (attribs['class'] ?? '').split(' ')
  if (name === 'ln') return { ...around, fill: MARKED }
  const look = looks.get(name)
  return look ? { ...around, ...look } : around
}

function runs(nodes: Node[], look: Look, depth = 0): string {
  if (depth > CODE_DEPTH_MAX) return runXml(textOf(nodes, 1e6), look)
  return nodes
    .map((node) => (isElement(node) ? runs(node.children, lookOfSpan(node, look), depth + 1) : runXml(node.replaceAll('\r', ''), look)))
    .join('')
}

/** Code as one shaded paragraph whose lines are breaks, so that it is one piece to copy. */
export function codeXml(page: Page, element: Element, label: string, place: Place): string {
  const { align: _align, ...straight } = place
  const indent = place.boxes > 0 ? place.indent + 60 : place.indent + 100
  const at = { ...straight, indent, width: place.width - 200 }
  const before = leadXml(place)
  const head = label ? paragraphXml(at, runXml(label), { style: 'CodeLabel', keep: true }) : ''
  return before + head + paragraphXml(at, runs(element.children, {}), { style: page.inNote ? 'FootnoteText' : 'Code' })
}
