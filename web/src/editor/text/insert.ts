import { syntaxTree } from '@codemirror/language'
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'
import type { BuiltIn } from '../template/built-in.ts'

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/i

interface Block {
  text: string
  /** Selection afterwards, relative to the start of `text`; defaults to its end. */
  select?: [number, number]
}

/** Replaces the selection with a block on its own lines, with one blank line on either side. */
export function insertBlock(state: EditorState, { text, select = [text.length, text.length] }: Block): TransactionSpec {
  const { from, to } = state.selection.main
  const left = state.sliceDoc(Math.max(0, from - 2), from)
  const right = state.sliceDoc(to, to + 2)
  const above = from === 0 || left === '\n\n' || (from === 1 && left === '\n') ? '' : left.endsWith('\n') ? '\n' : '\n\n'
  const below = right.startsWith('\n\n') || right === '\n' ? '' : right.startsWith('\n') ? '\n' : to === state.doc.length ? '\n' : '\n\n'
  const start = from + above.length
  return {
    changes: { from, to, insert: above + text + below },
    selection: EditorSelection.single(start + select[0], start + select[1]),
    scrollIntoView: true,
    userEvent: 'input',
  }
}

/** The end of the table or code block at this position, which must not be split. */
function endOfWhole(state: EditorState, at: number) {
  const tree = syntaxTree(state)
  for (const side of [-1, 1] as const)
    for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(at, side); node; node = node.parent)
      if (node.name === 'Table' || node.name === 'FencedCode') return node.to
  return undefined
}

/** Inserts the block below the cursor's line, or in it if it is empty; always below a whole table or code block. */
export function insertBelowLine(state: EditorState, block: Block): TransactionSpec {
  const at = state.selection.main.to
  const line = state.doc.lineAt(at)
  const anchor = endOfWhole(state, at) ?? (line.text.trim() ? line.to : at)
  return insertBlock(state.update({ selection: { anchor } }).state, block)
}

function inline(state: EditorState, text: string, select: [number, number]): TransactionSpec {
  const { from, to } = state.selection.main
  return {
    changes: { from, to, insert: text },
    selection: EditorSelection.single(from + select[0], from + select[1]),
    scrollIntoView: true,
    userEvent: 'input',
  }
}

/** A selected address becomes the target, any other selection the link text; the missing part is selected for typing. */
export function insertLink(state: EditorState, picture = false): TransactionSpec {
  const { from, to } = state.selection.main
  const chosen = state.sliceDoc(from, to).replace(/\s*\n\s*/g, ' ')
  const open = picture ? '![' : '['
  if (ADDRESS.test(chosen)) return inline(state, `${open}](${chosen})`, [open.length, open.length])
  const address = 'https://'
  const start = open.length + chosen.length + 2
  const select: [number, number] = chosen ? [start, start + address.length] : [open.length, open.length]
  return inline(state, `${open}${chosen}](${address})`, select)
}

export function insertTable(state: EditorState, rows: number, columns: number, head: (column: number) => string): TransactionSpec {
  const heads = Array.from({ length: columns }, (_, index) => head(index + 1))
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const blank = heads.map((cell) => ' '.repeat(cell.length))
  const lines = [
    row(heads),
    row(heads.map((cell) => '-'.repeat(Math.max(3, cell.length)))),
    ...Array.from({ length: rows }, () => row(blank)),
  ]
  return insertBelowLine(state, { text: lines.join('\n'), select: [2, 2 + (heads[0]?.length ?? 0)] })
}

export const fenceFor = (text: string) => '`'.repeat(Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length)) + 1)

/** Selected lines, completed to whole lines, become the code. */
export function insertCode(state: EditorState, language: string, sample = ''): TransactionSpec {
  const { from, to, empty } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const inside = empty ? sample : state.sliceDoc(first.from, last.to)
  const fence = fenceFor(inside)
  const open = `${fence}${language}\n`
  const block: Block = { text: `${open}${inside}\n${fence}`, select: [open.length, open.length + inside.length] }
  if (empty) return insertBelowLine(state, block)
  return insertBlock(state.update({ selection: { anchor: first.from, head: last.to } }).state, block)
}

/** An inline formula if the selection is part of one line, otherwise a block formula. */
export function insertMath(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main
  const chosen = state.sliceDoc(from, to)
  if (!empty && !chosen.includes('\n')) return inline(state, `$${chosen}$`, [1, 1 + chosen.length])
  const block: Block = { text: `$$\n${chosen}\n$$`, select: [3, 3 + chosen.length] }
  return empty ? insertBelowLine(state, block) : insertBlock(state, block)
}

const MERMAID = 'flowchart LR\n  A --> B'
export const insertMermaid = (state: EditorState) => insertCode(state, 'mermaid', MERMAID)
export const insertToc = (state: EditorState) => insertBelowLine(state, { text: '[TOC]' })

const edited = { scrollIntoView: true, userEvent: 'input' } as const

export const MIND_MAP = { en: '# Topic\n- Branch\n  - Leaf\n- Branch', zh: '# 主题\n- 分支\n  - 要点\n- 分支' }

const VIDEO_ADDRESS = /^(?:https?:\/\/|\/)\S+$/i

/** A video by its address: the selected one, or a placeholder to be replaced. */
export function insertVideo(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main
  const chosen = state.sliceDoc(from, to)
  const address = VIDEO_ADDRESS.test(chosen) ? chosen : 'https://'
  const open = '<video src="'
  const text = `${open}${address.replaceAll('"', '%22')}" controls></video>`
  if (chosen === address) return insertBlock(state, { text })
  return insertBelowLine(state, { text, select: [open.length, open.length + address.length] })
}

const CENTRED = /^<center>\s*([\s\S]*?)\s*<\/center>$/
/** Text that needs Markdown rendering. Inside HTML it is rendered only after a blank line. */
const MARKED = /[*_`~[\]!\\$|]|^\s*[#>+-]|\n/

/** Wraps the selected lines in <center> tags, as ShowDoc does; removes the tags if present. */
export function toggleCenter(state: EditorState): TransactionSpec {
  const first = state.doc.lineAt(state.selection.main.from)
  const last = state.doc.lineAt(state.selection.main.to)
  const text = state.sliceDoc(first.from, last.to)
  const inside = CENTRED.exec(text.trim())?.[1]
  const gap = MARKED.test(text.trim()) ? '\n\n' : ''
  const insert = inside ?? `<center>${gap}${text.trim()}${gap}</center>`
  const start = first.from + (inside === undefined ? '<center>'.length + gap.length : 0)
  return {
    changes: { from: first.from, to: last.to, insert },
    selection: EditorSelection.single(start, start + (inside ?? text.trim()).length),
    ...edited,
  }
}

/** A footnote reference at the cursor with the next free number, and its note at the end of the page. */
export function insertFootnote(state: EditorState): TransactionSpec {
  const doc = state.doc.toString()
  const used = [...doc.matchAll(/\[\^(\d{1,6})\]/g)].map((mark) => Number(mark[1]))
  const number = used.reduce((highest, number) => Math.max(highest, number), 0) + 1
  const mark = `[^${number}]`
  const at = state.selection.main.to
  const end = doc.trimEnd().length
  const foot = Math.max(at, end)
  const lastLine = state.doc.lineAt(end).text
  const note = `${/^\[\^[^\]]+\]:/.test(lastLine) && at < end ? '\n' : '\n\n'}${mark}: `
  return {
    changes: [
      { from: at, insert: mark },
      { from: foot, to: state.doc.length, insert: `${note}\n` },
    ],
    selection: { anchor: foot + mark.length + note.length },
    ...edited,
  }
}

export function insertCallout(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main
  const open = '::: info\n'
  const inside = state.sliceDoc(from, to)
  const block = { text: `${open}${inside}\n:::`, select: [open.length, open.length + inside.length] as [number, number] }
  return empty ? insertBelowLine(state, block) : insertBlock(state, block)
}

export const insertMindMap = (sample: string) => (state: EditorState) => insertCode(state, 'mindmap', sample)

const plainWords = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]*_`<~|]/g, '\\$&')

/** A link to a page of this site, with the selection or the page's title as its text. */
export function insertPageLink(state: EditorState, title: string, path: string): TransactionSpec {
  const { from, to } = state.selection.main
  const chosen = state.sliceDoc(from, to)
  const insert = `[${chosen.trim() && !chosen.includes('\n') ? chosen : plainWords(title)}](${path})`
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, ...edited }
}

/** Inserts a whole text on its own lines; the cursor goes before it, because it is read from the top. */
function insertPage(state: EditorState, text: string): TransactionSpec {
  const block = { text: text.trim(), select: [0, 0] as [number, number] }
  return state.selection.main.empty ? insertBelowLine(state, block) : insertBlock(state, block)
}

/** Returns the focus to the text after the menu or dialog has closed. */
export const focusText = (view: EditorView) => setTimeout(() => view.focus())

export function insertTemplate(view: EditorView, text: string) {
  view.dispatch(view.state.update(insertPage(view.state, text)))
  focusText(view)
}

/** Loads the template texts on first use, because most editing sessions need none. */
export async function insertBuiltInTemplate(view: EditorView, kind: BuiltIn, language: Language) {
  const { builtIn } = await import('../template/built-in.ts')
  insertTemplate(view, inLanguage(builtIn, language)[kind])
}
