import sanitizeHtml from 'sanitize-html'
import { safeId } from '../anchors.ts'
import { ELEMENTS_OPEN_MAX, PageTooComplex } from '../page-bounds.ts'
import { attributes, authorTags, knownClass, ownTags, removedWithContent } from './allowed.ts'
import { isExternal, safeUrl, type UrlUse, withBase } from './safe-url.ts'

type Attributes = Record<string, string>

function keep(attribs: Attributes, name: string, value: string | undefined): void {
  if (value === undefined || value === '') delete attribs[name]
  else attribs[name] = value
}

function address(attribs: Attributes, name: string, use: UrlUse, base: string): void {
  if (attribs[name] === undefined) return
  const url = safeUrl(attribs[name], use)
  keep(attribs, name, url === undefined ? undefined : withBase(url, base))
}

function link(attribs: Attributes, base: string): boolean {
  delete attribs['target']
  delete attribs['rel']
  address(attribs, 'href', 'link', base)
  const href = attribs['href']
  if (href !== undefined && isExternal(href)) Object.assign(attribs, { target: '_blank', rel: 'noopener noreferrer nofollow' })
  return href !== undefined || attribs['id'] !== undefined
}

function image(attribs: Attributes, base: string): boolean {
  address(attribs, 'src', 'image', base)
  Object.assign(attribs, { loading: 'lazy', decoding: 'async' })
  attribs['alt'] ??= ''
  return attribs['src'] !== undefined
}

function media(attribs: Attributes, base: string): boolean {
  address(attribs, 'src', 'media', base)
  address(attribs, 'poster', 'image', base)
  attribs['controls'] = ''
  keep(attribs, 'preload', attribs['preload'] === 'none' ? 'none' : 'metadata')
  return true
}

function checkbox(attribs: Attributes): boolean {
  attribs['disabled'] = ''
  return attribs['type']?.toLowerCase() === 'checkbox'
}

function font(attribs: Attributes): boolean {
  if (!/^(?:#[\da-f]{3,8}|[a-z]{3,30})$/i.test(attribs['color'] ?? '')) delete attribs['color']
  if (!/^[+-]?[1-7]$/.test(attribs['size'] ?? '')) delete attribs['size']
  return true
}

// The sanitiser's parser lowercases attribute names; SVG needs the capital letter in these two.
function drawing(attribs: Attributes): void {
  for (const name of ['viewBox', 'preserveAspectRatio']) {
    const value = attribs[name.toLowerCase()]
    if (value === undefined) continue
    delete attribs[name.toLowerCase()]
    attribs[name] = value
  }
}

const color = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%]{1,40}\))$/i
const size = /^\d{1,4}(?:\.\d{1,3})?(?:px|%)$/i

/** Style properties for authorStyles; none that moves an element out of its place. */
const authorStyles = new Map<string, RegExp>([
  ['color', color],
  ['background-color', color],
  ['text-align', /^(?:left|right|center|justify|start|end)$/i],
  ['width', size],
  ['height', size],
  ['font-weight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/i],
  ['font-style', /^(?:normal|italic|oblique)$/i],
  ['text-decoration', /^(?:none|underline|line-through|overline)$/i],
])

const em = /^-?\d{0,4}(?:\.\d{1,6})?(?:em)?$/
const line = /^(?:solid|dashed|none)$/

/** Style properties that KaTeX writes on the elements of a formula. */
const formulaStyles = new Map<string, RegExp>([
  ['color', color],
  ['background-color', color],
  ['border-color', color],
  ['border-style', line],
  ['border-right-style', line],
  ['position', /^relative$/],
  ...['top', 'bottom', 'left', 'height', 'width', 'min-width', 'vertical-align', 'padding-left'].map((name) => [name, em] as const),
  ...['margin', 'margin-left', 'margin-right', 'margin-top'].map((name) => [name, em] as const),
  ...['border-width', 'border-right-width', 'border-top-width', 'border-bottom-width'].map((name) => [name, em] as const),
])

/** A style attribute reduced to allowed declarations; "" if none is left. */
function safeStyle(style: string, ofFormula: boolean): string {
  const allowed = ofFormula ? formulaStyles : authorStyles
  const allowedDeclarations: string[] = []
  for (const declaration of style.slice(0, 1000).split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && allowed.get(name)?.test(value)) allowedDeclarations.push(`${name}:${value}`)
  }
  return allowedDeclarations.join(';')
}

interface CleanOptions {
  base: string
  lines: boolean
}

const length = /^\d{1,5}(?:\.\d{1,3})?(?:px|%)?$/
const ownClass = /^[a-z][\w-]{0,40}$/i

const special: Record<string, (attribs: Attributes, base: string) => boolean> = { a: link, img: image, input: checkbox, font }
Object.assign(special, { video: media, audio: media, source: media })

/** Cleans an element's attributes in place. Returns false if the element must be removed; its text stays. */
function cleanElement(name: string, attribs: Attributes, own: boolean, options: CleanOptions): boolean {
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

const ownRoots = new Set(['span', 'svg', 'button'])
const tags = [...authorTags, ...ownTags]
const whole = new Set(removedWithContent)

/**
 * The last step between a page's HTML and the browser. Elements inside one with our mark can use the wider list for KaTeX and icons;
 * all other elements get the list for authors.
 */
export function sanitise(html: string, options: CleanOptions & { own: string }): string {
  let below = 0
  let open = 0
  // Removes the element but keeps its text. Renaming the tag instead would make sanitize-html close a later element with it.
  const dropped = new WeakSet<object>()
  return sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: attributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    nonTextTags: removedWithContent,
    nonBooleanAttributes: [],
    selfClosing: ['img', 'br', 'wbr', 'hr', 'input'],
    nestingLimit: 200,
    parseStyleAttributes: false,
    onOpenTag: (name, attribs) => {
      // The parser scans all open elements at each tag, so the time is quadratic in the depth.
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
