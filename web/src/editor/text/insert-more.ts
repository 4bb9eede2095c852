import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import { insertBelowLine, insertBlock, insertCode } from './insert.ts'

const edited = { scrollIntoView: true, userEvent: 'input' } as const

export const MIND_MAP = { en: '# Topic\n- Branch\n  - Leaf\n- Branch', zh: '# 主题\n- 分支\n  - 要点\n- 分支' }

const VIDEO_ADDRESS = /^(?:https?:\/\/|\/)\S+$/i

/** A film by its address: the selected one, or one to be typed. */
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
/** Signs that mean something only where Markdown is read, which HTML keeps away unless blank lines part it from them. */
const MARKED = /[*_`~[\]!\\$|]|^\s*[#>+-]|\n/

/** The selected lines, or the line of the cursor, between <center> tags as ShowDoc writes them; off again where they are. */
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

/** A mark at the cursor with the next free number, and its note at the end of the page. */
export function insertFootnote(state: EditorState): TransactionSpec {
  const doc = state.doc.toString()
  const used = [...doc.matchAll(/\[\^(\d{1,6})\]/g)].map((mark) => Number(mark[1]))
  const number = used.reduce((most, one) => Math.max(most, one), 0) + 1
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

/** A link to a page of ours, around what is selected or with the page's title as its words. */
export function insertPageLink(state: EditorState, title: string, path: string): TransactionSpec {
  const { from, to } = state.selection.main
  const chosen = state.sliceDoc(from, to)
  const insert = `[${chosen.trim() && !chosen.includes('\n') ? chosen : plainWords(title)}](${path})`
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, ...edited }
}
