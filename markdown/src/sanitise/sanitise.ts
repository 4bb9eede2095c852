import sanitizeHtml from 'sanitize-html'
import { ELEMENTS_OPEN_MAX, PageTooComplex } from '../page-bounds.ts'
import { attributes, authorTags, droppedWhole, ownTags } from './allowed.ts'
import { type CleanOptions, cleanElement } from './clean-element.ts'

const ownRoots = new Set(['span', 'svg', 'button'])
const tags = [...authorTags, ...ownTags]
const whole = new Set(droppedWhole)

/**
 * The one and last step between a page's HTML and a browser. Elements below one that carries our mark may use the wider
 * list KaTeX and our icons need; everybody else's get the list for authors.
 */
export function sanitise(html: string, options: CleanOptions & { own: string }): string {
  let below = 0
  let open = 0
  // Only the element goes, its words stay. Not by another tag name: sanitize-html would then close a later element with it.
  const dropped = new WeakSet<object>()
  return sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    nonTextTags: droppedWhole,
    nonBooleanAttributes: [],
    nestingLimit: 200,
    parseStyleAttributes: false,
    onOpenTag: (name, attribs) => {
      // The parser looks through what is open at each tag, so the time would grow with the square of the depth.
      if (++open > ELEMENTS_OPEN_MAX) throw new PageTooComplex('depth')
      if (below > 0) below++
      else if (attribs['data-own'] === options.own && ownRoots.has(name)) below = 1
    },
    onCloseTag: () => {
      open--
      if (below > 0) below--
    },
    transformTags: {
      '*': (name, attribs) => {
        if (whole.has(name)) return { tagName: name, attribs: {} }
        const own = below > 0
        if ((own ? ownTags : authorTags).has(name) && cleanElement(name, attribs, own, options)) return { tagName: name, attribs }
        const none = {}
        dropped.add(none)
        return { tagName: name, attribs: none }
      },
    },
    exclusiveFilter: (frame) => (dropped.has(frame.attribs) ? 'excludeTag' : false),
  })
}
