import { knownClass } from './allowed.ts'
import { type Attributes, checkbox, drawing, font, image, keep, link, media } from './clean-special.ts'
import { safeId } from './safe-id.ts'
import { safeStyle } from './safe-style.ts'

export interface CleanOptions {
  base: string
  lines: boolean
}

const length = /^\d{1,5}(?:\.\d{1,3})?(?:px|%)?$/
const ownClass = /^[a-z][\w-]{0,40}$/i

const special: Record<string, (attribs: Attributes, base: string) => boolean> = { a: link, img: image, input: checkbox, font }
Object.assign(special, { video: media, audio: media, source: media })

/** Corrects an element's attributes in place; false when the element itself has to go (its text stays). */
export function cleanElement(name: string, attribs: Attributes, own: boolean, options: CleanOptions): boolean {
  if (attribs['class'] !== undefined) {
    const known = attribs['class'].split(/\s+/).filter((part) => (own ? ownClass.test(part) : knownClass(part)))
    keep(attribs, 'class', known.join(' '))
  }
  if (attribs['style'] !== undefined) keep(attribs, 'style', safeStyle(attribs['style'], own))
  if (own) {
    if (name === 'svg') drawing(attribs)
    return true
  }
  if (attribs['id'] !== undefined) keep(attribs, 'id', safeId(attribs['id']))
  if (attribs['width'] !== undefined && !length.test(attribs['width'])) delete attribs['width']
  if (attribs['height'] !== undefined && !length.test(attribs['height'])) delete attribs['height']
  if (attribs['tabindex'] !== undefined && attribs['tabindex'] !== '0') delete attribs['tabindex']
  if (attribs['data-line'] !== undefined && !(options.lines && /^\d{1,9}$/.test(attribs['data-line']))) delete attribs['data-line']
  return Object.hasOwn(special, name) ? special[name]!(attribs, options.base) : true
}
