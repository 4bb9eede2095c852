import { type Side, tableText } from '../table/text.ts'
import { fenceFor } from '../text/insert.ts'
import {
  codeText,
  escapeLine,
  escapeText,
  holdsBlocks,
  type InlineOptions,
  inlineOf,
  isBlock,
  isDropped,
  roleOf,
  styleOf,
  tagOf,
} from './inline.ts'

interface HtmlRow {
  cells: Element[]
}

const isTable = (element: Element) => tagOf(element) === 'table' || roleOf(element) === 'table'

/** The rows of this table, not of nested tables. The field lists that Sheaf renders use ARIA roles instead of table elements. */
function rowsOf(table: Element): HtmlRow[] {
  const byRole = roleOf(table) === 'table' && tagOf(table) !== 'table'
  const rows = [...table.querySelectorAll(byRole ? '[role=row]' : 'tr')].filter((row) => row.closest('table, [role=table]') === table)
  return rows.map((row) => ({ cells: [...row.children].filter((cell) => (byRole ? roleOf(cell) : /^t[dh]$/.test(tagOf(cell)))) }))
}

/** The content of a cell in one line; paragraphs and list items are separated by <br>. */
function lineOf(nodes: Iterable<Node>, bold: boolean): string {
  const lines: string[] = []
  let run: Node[] = []
  const end = () => {
    const text = inlineOf(run, { br: '<br>', bold }).trim()
    if (text) lines.push(text)
    run = []
  }
  for (const node of nodes) {
    if (isDropped(node)) continue
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    end()
    const code = tagOf(node) === 'pre' ? codeText(node).trim().split('\n') : undefined
    const inside = code ? code.map((line) => (line.trim() ? `\`${line}\`` : '')).join('<br>') : lineOf(node.childNodes, bold)
    if (inside) lines.push(tagOf(node) === 'li' ? `- ${inside}` : inside)
  }
  end()
  return lines.join('<br>')
}

const span = (cell: Element, name: 'colspan' | 'rowspan') => Math.max(1, Math.min(100, Number(cell.getAttribute(name) ?? 1) || 1))

/** Expands spans: a row span repeats the text in every row, a column span leaves the other cells empty. */
function grid(rows: HtmlRow[]) {
  const texts = rows.map((): string[] => [])
  const cells = rows.map((): (Element | undefined)[] => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (texts[y]?.[x] !== undefined) x++
      // A field name that Sheaf renders is preceded by its path in a paler colour: both together are the name.
      const name = cell.matches('.fn') ? escapeText(cell.textContent?.trim() ?? '') : undefined
      const written = name ?? lineOf(cell.childNodes, y === 0 || tagOf(cell) === 'th')
      const text = written.replace(/\\?\|/g, '\\|').replace(/\n/g, '<br>')
      for (let down = 0; down < span(cell, 'rowspan') && y + down < rows.length; down++)
        for (let right = 0; right < span(cell, 'colspan'); right++) {
          ;(texts[y + down] as string[])[x + right] = right ? '' : text
          ;(cells[y + down] as Element[])[x + right] = cell
        }
      x += span(cell, 'colspan')
    }
  }
  return { texts: texts.map((row) => Array.from(row, (text) => text ?? '')), cells }
}

const sideOf = (cell: Element): Side => {
  const side = styleOf(cell, 'text-align') || (cell.getAttribute('align') ?? '').toLowerCase()
  return side === 'right' || side === 'center' ? side : 'none'
}

/** Right or centre if every non-empty body cell of the column has that alignment. */
function columnSide(column: number, texts: string[][], cells: (Element | undefined)[][]): Side {
  const sides = new Set(cells.slice(1).flatMap((row, y) => (texts[y + 1]?.[column] && row[column] ? [sideOf(row[column])] : [])))
  return sides.size === 1 ? ([...sides][0] as Side) : 'none'
}

/** Removes rows and columns that are empty throughout. `others` are cut in the same places. */
export function trimEmptyCells<T>(texts: string[][], others: T[][] = []) {
  const keepRow = texts.map((row) => row.some((text) => text.trim()))
  const width = Math.max(0, ...texts.map((row) => row.length))
  const keepColumn = Array.from({ length: width }, (_, x) => texts.some((row) => row[x]?.trim()))
  const cut = <U>(rows: U[][]) =>
    rows.filter((_, y) => keepRow[y]).map((row) => Array.from({ length: width }, (_, x) => row[x] as U).filter((_, x) => keepColumn[x]))
  return { texts: cut(texts).map((row) => row.map((text) => text ?? '')), others: cut(others) }
}

/** Undefined for a layout table: one with nested tables or a single cell. */
function htmlTable(table: Element): string | undefined {
  if (table.querySelector('table, [role=table]')) return undefined
  const { texts: all, cells: allCells } = grid(rowsOf(table))
  const { texts, others } = trimEmptyCells(all, allCells)
  const columns = texts[0]?.length ?? 0
  if (texts.length * columns < 2) return undefined
  return tableText(
    texts,
    Array.from({ length: columns }, (_, column) => columnSide(column, texts, others)),
  )
}

interface Block {
  text: string
  /** 'whole': a list, which follows the text of its parent item without a blank line. 'item': adjacent items form one list. */
  list?: 'whole' | 'item'
}

const LINES: InlineOptions = { br: '\n' }
const ONE_LINE: InlineOptions = { br: ' ', bold: true }

const text = (nodes: Iterable<Node>, inside = LINES) =>
  inlineOf(nodes, inside)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

function paragraph(nodes: Node[]): Block[] {
  const written = text(nodes)
  return written ? [{ text: written.split('\n').map(escapeLine).join('\n') }] : []
}

const join = (blocks: Block[]) =>
  blocks.reduce((all, block, index) => {
    const items = block.list === 'item' && blocks[index - 1]?.list === 'item'
    return all + (index === 0 ? '' : items ? '\n' : '\n\n') + block.text
  }, '')

const indented = (inside: string, by: string) => inside.replace(/\n(?=[^\n])/g, `\n${by}`)

const LANGUAGE = /(?:^|[\s-])(?:language|lang|highlight-source|brush:?)[-:\s]([\w+#-]+)/i

function code(element: Element): Block {
  const inside = codeText(element).replace(/\r/g, '').replaceAll('\u00a0', ' ').replace(/\n+$/, '')
  const candidates = [element, element.querySelector('code'), element.parentElement, element.parentElement?.parentElement]
  const language = candidates
    .map((candidate) => LANGUAGE.exec(candidate?.getAttribute('class') ?? '')?.[1] ?? candidate?.getAttribute('data-lang'))
    .find(Boolean)
  const fence = fenceFor(inside)
  return { text: `${fence}${language && language !== 'plaintext' ? language : ''}\n${inside}\n${fence}` }
}

const box = (item: Element) => {
  const input = item.querySelector(
    ':scope > input[type=checkbox], :scope > label > input[type=checkbox], :scope > p > input[type=checkbox]',
  )
  if (input) return input.hasAttribute('checked') ? '[x] ' : '[ ] '
  if (roleOf(item) === 'checkbox') return item.getAttribute('aria-checked') === 'true' ? '[x] ' : '[ ] '
  return ''
}

/** The content of a list item; a nested list follows its text without a blank line. */
function itemText(item: Element) {
  const blocks = blocksOf(item)
  return blocks.reduce((all, block, index) => all + (index ? (block.list ? '\n' : '\n\n') : '') + block.text, '')
}

function list(element: Element): Block[] {
  const items: string[] = []
  let number = Number(element.getAttribute('start') ?? 1) || 1
  for (const child of element.children) {
    if (/^[uo]l$/.test(child.localName)) {
      // Google Docs and Word put a nested list next to its parent item instead of inside it.
      const inner = join(list(child))
      const last = items.pop()
      const by = ' '.repeat(last === undefined ? 0 : (/^(?:- |\d+\. )/.exec(last)?.[0].length ?? 2))
      items.push(last === undefined ? inner : `${last}\n${by}${indented(inner, by)}`)
    } else if (!isDropped(child)) {
      const mark = element.localName === 'ol' ? `${number++}. ` : '- '
      items.push(mark + box(child) + indented(itemText(child), ' '.repeat(mark.length)))
    }
  }
  return items.length ? [{ text: items.join('\n'), list: 'whole' }] : []
}

const WORD_LEVEL = /mso-list\s*:[^;]*level(\d)/i

/** A list item that Word writes as a paragraph: its marker is in the text, its level in the style. */
function wordItem(element: Element): Block | undefined {
  const level = Number(WORD_LEVEL.exec(element.getAttribute('style') ?? '')?.[1] ?? 0)
  if (!level) return undefined
  const signs = [...element.querySelectorAll('span')].filter((span) => /mso-list\s*:\s*ignore/i.test(span.getAttribute('style') ?? ''))
  const sign = signs
    .map((span) => span.textContent ?? '')
    .join('')
    .trim()
  for (const span of signs) span.remove()
  const words = text(element.childNodes)
  const number = /^(\d+)[.)]/.exec(sign)?.[1]
  const mark = number ? `${number}. ` : /^[a-z]{1,4}[.)]$/i.test(sign) ? '1. ' : '- '
  return { text: `${'    '.repeat(level - 1)}${mark}${words.replaceAll('\n', ' ')}`, list: 'item' }
}

const quote = (inside: string) => inside.replace(/^/gm, '> ').replace(/^> $/gm, '>')

function blockOf(element: Element): Block[] {
  const tag = tagOf(element)
  const heading = /^h([1-6])$/.exec(tag)?.[1] ?? (element.matches('p.MsoTitle') ? '1' : undefined)
  if (heading) {
    const words = text(element.childNodes, ONE_LINE)
    return words ? [{ text: `${'#'.repeat(Number(heading))} ${words}` }] : []
  }
  if (tag === 'hr') return [{ text: '---' }]
  if (tag === 'pre') return [code(element)]
  if (tag === 'ul' || tag === 'ol') return list(element)
  if (tag === 'blockquote') {
    const inside = join(blocksOf(element))
    return inside ? [{ text: quote(inside) }] : []
  }
  if (isTable(element)) {
    const table = htmlTable(element)
    return table ? [{ text: table }] : rowsOf(element).flatMap((row) => row.cells.flatMap((cell) => blocksOf(cell)))
  }
  if (tag === 'dt') return paragraph([...element.childNodes]).map((block) => ({ text: `**${block.text}**` }))
  if (tag === 'li') return [{ text: `- ${indented(itemText(element), '  ')}`, list: 'item' }]
  const item = wordItem(element)
  return item ? [item] : blocksOf(element)
}

/** The blocks inside an element; inline content between them becomes paragraphs. */
function blocksOf(parent: Element): Block[] {
  const blocks: Block[] = []
  let run: Node[] = []
  const end = () => {
    blocks.push(...paragraph(run))
    run = []
  }
  for (const node of parent.childNodes) {
    if (isDropped(node)) continue
    const inner = isBlock(node) || (holdsBlocks(node) && !node.matches('.katex, .katex-display'))
    if (!inner) {
      run.push(node)
      continue
    }
    end()
    blocks.push(...(isBlock(node) ? blockOf(node) : blocksOf(node)))
  }
  end()
  return blocks
}

export const markdownOf = (body: Element) => join(blocksOf(body)).replace(/\n{3,}/g, '\n\n')

/** Whether the HTML comes from a code editor: one element in a monospaced font, with colours but no formatting. */
export function isCodeEditor(body: Element) {
  const top = [...body.children].filter((element) => !isDropped(element) && tagOf(element) !== 'br')
  return top.length === 1 && top[0] !== undefined && isPlainBox(top[0])
}

const isPlainBox = (element: Element) =>
  /^(?:pre|div|span)$/.test(element.localName) &&
  /mono|consol|courier|menlo|code/.test(styleOf(element, 'font-family')) &&
  !element.querySelector('code, h1, h2, h3, h4, a[href], table, ul, ol, img')

const MARKS =
  'h1,h2,h3,h4,h5,h6,strong,b,em,i,del,s,strike,code,pre,a[href],ul,ol,table,img,blockquote,hr,[role=table],.katex,p.MsoTitle,[style*="mso-list"],span[style*="bold"],span[style*="font-weight:700"],span[style*="italic"],span[style*="line-through"]'

/** Whether the HTML has formatting that plain text would lose. */
export const hasMarks = (body: Element) => body.querySelector(MARKS) !== null
