import createPurify, { type DOMPurify } from 'dompurify'

/** Markup of the grid: formatted text runs, line breaks, and the table that copying creates. */
const drawn = {
  ALLOWED_TAGS: ['span', 'br', 'div', 'p', 'b', 'i', 'u', 's', 'table', 'colgroup', 'col', 'tbody', 'tr', 'td'],
  ALLOWED_ATTR: ['class', 'style', 'index', 'rangeindex', 'dir', 'data-type', 'rowspan', 'colspan', 'width', 'height'],
  ALLOW_DATA_ATTR: false,
}

/** Table markup that other programs copy, with its style sheet. It is parsed in an element outside the page. */
const pasted = {
  ...drawn,
  FORCE_BODY: true,
  ALLOWED_TAGS: [...drawn.ALLOWED_TAGS, 'style', 'th', 'thead', 'tfoot', 'font', 'strong', 'em', 'a'],
  ALLOWED_ATTR: [...drawn.ALLOWED_ATTR, 'align', 'valign', 'bgcolor', 'color', 'face', 'size'],
}

/** CSS properties allowed in a cell. A style that loads an image reveals the reader to its owner; a positioned one covers the page. */
const LOOKS =
  /^(?:color|background-color|font(?:-.+)?|text-.+|vertical-align|white-space.*|word-.+|overflow-wrap|line-height|letter-spacing|width|height|border(?:-.+)?|padding(?:-.+)?)$/
const FETCHES = /(?:url|src|image|image-set|cross-fade|element|expression|var)\s*\(|@import|\\/i

function cleanStyle(element: HTMLElement) {
  const { style } = element
  for (const name of [...style]) if (!LOOKS.test(name) || FETCHES.test(style.getPropertyValue(name))) style.removeProperty(name)
  // This also drops declarations that the browser could not parse.
  if (style.cssText) element.setAttribute('style', style.cssText)
  else element.removeAttribute('style')
}

/** Classes of formula parts and text runs. Any other class could make a cell look like part of the product. */
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
/** The component only looks up class names in a pasted style sheet and never applies it. It must still load nothing. */
const pasting = purifierOf((element) => {
  if (element.tagName !== 'STYLE') return
  const text = element.textContent ?? ''
  element.textContent = text.replace(/\\[0-9a-f]{1,6}\s?/gi, '').replace(/@import[^;}]*;?|(?:url|image-set|image)\([^)]*\)?/gi, '')
})

export const cleanTable = (markup: string): string => (/<table[\s>]/i.test(markup) ? pasting.sanitize(markup, pasted) : '')

/** Sanitizes all markup that the spreadsheet component inserts into the page (vite-fortune-sheet.ts). */
export const cleanMarkup = (markup: unknown): string =>
  typeof markup === 'string' && /[<&]/.test(markup) ? drawing.sanitize(markup, drawn) : String(markup ?? '')
