import { fenceFor } from '../text/insert.ts'
import { type InlineOptions, inlineOf } from './inline.ts'
import { htmlTable, isTable, rowsOf } from './table.ts'
import { codeText, escapeLine, holdsBlocks, isBlock, isDropped, roleOf, styleOf, tagOf } from './text.ts'

interface Block {
  text: string
  /** A list follows the words of the item it is in at once; bare items stand one under the other. */
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
  const named = [element, element.querySelector('code'), element.parentElement, element.parentElement?.parentElement]
  const language = named.map((one) => LANGUAGE.exec(one?.getAttribute('class') ?? '')?.[1] ?? one?.getAttribute('data-lang')).find(Boolean)
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

/** What an item holds: a list inside it follows its words at once. */
function itemText(item: Element) {
  const blocks = blocksOf(item)
  return blocks.reduce((all, block, index) => all + (index ? (block.list ? '\n' : '\n\n') : '') + block.text, '')
}

function list(element: Element): Block[] {
  const items: string[] = []
  let number = Number(element.getAttribute('start') ?? 1) || 1
  for (const child of element.children) {
    if (/^[uo]l$/.test(child.localName)) {
      // Google Docs and Word put inner lists beside the item they belong to.
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

/** A paragraph that Word calls an item: its sign stands in the text, its level in the style. */
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

/** The blocks below an element; what stands between them is paragraphs. */
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

/** Code editors give their text with colours: one box in a fixed font, and no mark that would mean anything. */
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

/** Whether there is anything that plain text would lose. */
export const hasMarks = (body: Element) => body.querySelector(MARKS) !== null
