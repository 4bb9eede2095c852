import type { Place } from '../types.ts'

interface Extra {
  style?: string | undefined
  /** Properties that stand before and after numbering, in the order of the schema. */
  keep?: boolean
  borders?: string
  fill?: string
  spacing?: string
  hanging?: number
}

const justify: Record<string, string> = { center: 'center', middle: 'center', right: 'right', end: 'right', justify: 'both' }

/** A paragraph at this place. The first one of a list item takes the item's point or number. */
export function paragraphXml(place: Place, runs: string, extra: Extra = {}): string {
  const { lead } = place
  const first = lead && !lead.used
  if (first) lead.used = true
  const style = extra.style ?? place.style ?? (place.lists > 0 ? 'ListParagraph' : undefined)
  const hanging = first && lead.hanging ? 360 : (extra.hanging ?? 0)
  const properties =
    (style ? `<w:pStyle w:val="${style}"/>` : '') +
    (extra.keep ? '<w:keepNext/>' : '') +
    (first ? lead.numbering : '') +
    (extra.borders ?? '') +
    (extra.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${extra.fill}"/>` : '') +
    (extra.spacing ?? '') +
    (place.indent > 0 || hanging > 0 ? `<w:ind w:left="${place.indent}"${hanging ? ` w:hanging="${hanging}"` : ''}/>` : '') +
    (place.align && justify[place.align] ? `<w:jc w:val="${justify[place.align]}"/>` : '')
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${first ? lead.runs : ''}${runs}</w:p>`
}

/** Before what is no paragraph: a list item's point or number on a line of its own, when it is not written yet. */
export const leadXml = (place: Place) => (place.lead && !place.lead.used ? paragraphXml(place, '', { keep: true }) : '')

/** Two tables that touch would become one, and a cell has to end with a paragraph. */
export const gap = '<w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr></w:p>'
