/** The byte order mark makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Quotes a cell. A spreadsheet never evaluates it as a formula (S73). */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`
