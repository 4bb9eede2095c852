import { INDENT } from '../package/numbering.ts'
import type { Page } from '../page.ts'
import type { Element, Lead, Node, Place } from '../types.ts'
import { leadXml } from './paragraph.ts'
import { isElement } from './tree.ts'

const numbering = (level: number, id: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`

/** A point or number that is written as text. */
const asText = (text: string) => ({ numbering: '', hanging: true, runs: `<w:r><w:t>${text}</w:t></w:r><w:r><w:tab/></w:r>` })

/** Whether an item begins with a box to tick, which then stands in the place of its point. */
function isTask(item: Element): boolean {
  const first = item.children.find((node) => isElement(node) || node.trim() !== '')
  if (!first || !isElement(first)) return false
  return first.name === 'input' || (first.name === 'p' && isTask(first))
}

function startOf(list: Element): number {
  const start = Number(list.attribs['start'] ?? 1)
  return Number.isInteger(start) && start >= 0 && start < 1_000_000_000 ? start : 1
}

/** What items of this list begin with. */
function leads(page: Page, list: Element, level: number): (item: Element, n: number) => Omit<Lead, 'used'> {
  const start = startOf(list)
  const ordered = list.name === 'ol'
  const id = ordered ? page.book.numbering.ordered(start, level) : 2
  return (item, n) => {
    if (isTask(item)) return { numbering: '', hanging: true, runs: '' }
    return id === undefined ? asText(`${start + n}.`) : { numbering: numbering(level, id), hanging: true, runs: '' }
  }
}

/** A list; its items hold whatever they hold, each a step further in than the list. */
export function listXml(page: Page, list: Element, place: Place): string {
  const level = Math.min(place.lists, 8)
  const leadOf = leads(page, list, level)
  const step = place.lists < 9 && place.width > 3000 ? INDENT : 0
  const { lead: _outer, ...around } = place
  const inside = { ...around, lists: place.lists + 1, indent: place.indent + step, width: place.width - step }
  let out = leadXml(place)
  let n = 0
  for (const item of list.children) {
    if (isElement(item) && item.name === 'li') {
      const lead: Lead = { ...leadOf(item, n++), used: false }
      const at = { ...inside, lead }
      out += page.blocks(page, item.children, at) + leadXml(at)
    } else out += page.blocks(page, [item] as Node[], inside)
  }
  return out
}
