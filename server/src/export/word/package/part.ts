import { codeXml } from '../blocks/code.ts'
import type { Part } from '../blocks/html.ts'
import { linkTo } from '../blocks/links.ts'
import { runXml } from '../blocks/look.ts'
import { gap, leadXml, paragraphXml } from '../blocks/paragraph.ts'
import { mathBlock } from '../math/math.ts'
import type { Page } from '../page.ts'
import { drawingXml } from '../picture.ts'
import type { Element, Place } from '../types.ts'

const verbs: Record<string, string> = { GET: '1A7F4B', POST: '1D5FD1', PUT: 'B45309', DELETE: 'B42318', PATCH: '6F42C1' }

/** A method and an address. */
function endpointXml(line: string, place: Place): string {
  const [, method = '', address = ''] = /^(?:([A-Z]{2,10})(?=\s|$))?\s*(.*)$/.exec(line.trim())!
  const badge = method ? runXml(` ${method} `, { bold: true, color: 'FFFFFF', fill: verbs[method] ?? '475467' }) + runXml('  ') : ''
  return paragraphXml(place, badge + runXml(address, { code: true }), { style: 'Endpoint' })
}

function tocXml(page: Page, place: Place): string {
  const lines = page.headings.filter(({ id }) => page.anchors.has(id))
  const written = lines
    .map(({ id, text, level }) => {
      const indent = place.indent + (level - page.top) * 300
      return paragraphXml({ ...place, indent: Math.max(place.indent, indent) }, linkTo(page.anchors.get(id)!, text), {
        style: 'PageContents',
      })
    })
    .join('')
  return written && written + gap
}

/** Parts that are no HTML and stand on lines of their own. */
export function partXml(page: Page, element: Element, part: Part, place: Place): string {
  switch (part.kind) {
    case 'code':
      return codeXml(page, element, part.label, place)
    case 'diagram': {
      const picture = page.inNote ? undefined : page.pictures.get(element)
      if (!picture) return codeXml(page, element, '', place)
      return (
        leadXml(place) +
        paragraphXml({ ...place, align: 'center' }, drawingXml(page, picture, { alt: part.source.slice(0, 200) }, place.width))
      )
    }
    case 'math':
      return leadXml(place) + mathBlock(page, part.tex, place)
    case 'endpoint':
      return leadXml(place) + part.lines.map((line) => endpointXml(line, place)).join('')
    case 'toc':
      return leadXml(place) + tocXml(page, place)
    default:
      // Notes are written where they are named.
      return ''
  }
}
