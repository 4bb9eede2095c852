import createPurify, { type DOMPurify } from 'dompurify'

/** What the grid draws with: stretches of text with a look, lines, and the table that copying makes. */
const drawn = {
  ALLOWED_TAGS: ['span', 'br', 'div', 'p', 'b', 'i', 'u', 's', 'table', 'colgroup', 'col', 'tbody', 'tr', 'td'],
  ALLOWED_ATTR: ['class', 'style', 'index', 'rangeindex', 'dir', 'data-type', 'rowspan', 'colspan', 'width', 'height'],
  ALLOW_DATA_ATTR: false,
}

/** What other programs put into the clipboard for a table, with its style sheet; it is read in an element outside the page. */
const pasted = {
  ...drawn,
  FORCE_BODY: true,
  ALLOWED_TAGS: [...drawn.ALLOWED_TAGS, 'style', 'th', 'thead', 'tfoot', 'font', 'strong', 'em', 'a'],
  ALLOWED_ATTR: [...drawn.ALLOWED_ATTR, 'align', 'valign', 'bgcolor', 'color', 'face', 'size'],
}

/** How a text may look in its cell. A style that fetches a picture tells its owner who reads; one that takes a place lies over the page. */
const LOOKS =
  /^(?:color|background-color|font(?:-.+)?|text-.+|vertical-align|white-space.*|word-.+|overflow-wrap|line-height|letter-spacing|width|height|border(?:-.+)?|padding(?:-.+)?)$/
const FETCHES = /(?:url|src|image|image-set|cross-fade|element|expression|var)\s*\(|@import|\\/i

function cleanStyle(element: HTMLElement) {
  const { style } = element
  for (const name of [...style]) if (!LOOKS.test(name) || FETCHES.test(style.getPropertyValue(name))) style.removeProperty(name)
  // What the browser did not understand goes too.
  if (style.cssText) element.setAttribute('style', style.cssText)
  else element.removeAttribute('style')
}

/** The classes of a formula's parts and of stretches of text; any other could make a cell look like a part of the product. */
const PARTS = /^(?:luckysheet-(?:formula|input|arguments)|fortune-formula)-[\w-]+$/

function purifierOf(clean: (element: HTMLElement) => void): DOMPurify {
  const purify = createPurify(window)
  purify.addHook('afterSanitizeAttributes', (node) => {
    const element = node as HTMLElement
    if (element.hasAttribute('style')) cleanStyle(element)
    clean(element)
  })
  return purify
}

const drawing = purifierOf((element) => {
  for (const name of [...element.classList]) if (!PARTS.test(name)) element.classList.remove(name)
  if (element.classList.length === 0) element.removeAttribute('class')
})
/** A style sheet of another program is looked up by the names of its classes and never in effect; even so it fetches nothing. */
const pasting = purifierOf((element) => {
  if (element.tagName !== 'STYLE') return
  const text = element.textContent ?? ''
  element.textContent = text.replace(/\\[0-9a-f]{1,6}\s?/gi, '').replace(/@import[^;}]*;?|(?:url|image-set|image)\([^)]*\)?/gi, '')
})

export const cleanTable = (markup: string): string => (/<table[\s>]/i.test(markup) ? pasting.sanitize(markup, pasted) : '')

/** Every markup that the spreadsheet component puts into the page comes through here (vite-fortune-sheet.ts). */
export const cleanMarkup = (markup: unknown): string =>
  typeof markup === 'string' && /[<&]/.test(markup) ? drawing.sanitize(markup, drawn) : String(markup ?? '')
