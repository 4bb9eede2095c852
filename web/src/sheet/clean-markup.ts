import purify from 'dompurify'

/** What the grid draws with: stretches of text with a look, lines, and the table that copying makes. */
const allowed = {
  ALLOWED_TAGS: ['span', 'br', 'div', 'p', 'b', 'i', 'u', 's', 'table', 'colgroup', 'col', 'tbody', 'tr', 'td'],
  ALLOWED_ATTR: ['class', 'style', 'index', 'rangeindex', 'dir', 'data-type', 'rowspan', 'colspan', 'width', 'height'],
  ALLOW_DATA_ATTR: false,
}

/** What other programs put into the clipboard for a table, with its style sheet; it is read in an element outside the page. */
const pasted = {
  ...allowed,
  FORCE_BODY: true,
  ALLOWED_TAGS: [...allowed.ALLOWED_TAGS, 'style', 'th', 'thead', 'tfoot', 'font', 'strong', 'em', 'a'],
  ALLOWED_ATTR: [...allowed.ALLOWED_ATTR, 'align', 'valign', 'bgcolor', 'color', 'face', 'size'],
}

export const cleanTable = (markup: string): string => (/<table[\s>]/i.test(markup) ? purify.sanitize(markup, pasted) : '')

/** Every markup that the spreadsheet component puts into the page comes through here (vite-fortune-sheet.ts). */
export const cleanMarkup = (markup: unknown): string =>
  typeof markup === 'string' && /[<&]/.test(markup) ? purify.sanitize(markup, allowed) : String(markup ?? '')
