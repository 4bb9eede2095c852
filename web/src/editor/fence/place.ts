import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { isSingle, PART_KINDS, type PartKind } from '@sheaf/description/part-kinds'

/** What a block of a part needs at the cursor: the name of a source, the key of a part, or the path of a place of the part. */
type Stage = 'source' | 'key' | 'path'

export interface FencePlace {
  stage: Stage
  /** Where the text begins that an entry replaces, and that text up to the cursor. */
  from: number
  query: string
  kind: PartKind
  source: string
  key: string
  /** The lines of the block, for the path of a place. */
  body: string
  /** Whether the block has its closing mark. */
  isClosed: boolean
}

const KINDS = PART_KINDS.join('|')
const INFO = new RegExp(`^( {0,3}(?:\`{3,}|~{3,})[ \\t]*(${KINDS})[ \\t]+)([a-z0-9-]{0,40})(?:([ \\t]+)(.*))?$`)
/** The beginning of a line up to its path, in which quotes and brackets can contain other characters. */
const PATH = /^(?:(?:index|key):)?(?:[^\s:`()<>]|`[^`]*`|\([^()]*\)|<[^<>]*>)*(?:`[^`]*|\([^()]*|<[^<>]*)?$/
const PATH_MAX = 300

/** The block at the cursor, at the top level of the page. */
function blockAt(state: EditorState, at: number) {
  for (const side of [-1, 1] as const) {
    let node = syntaxTree(state).resolveInner(at, side)
    while (node.name !== 'FencedCode' && node.parent) node = node.parent
    if (node.name === 'FencedCode' && node.parent?.name === 'Document') return node
  }
  return undefined
}

/** What the block of a part needs at the cursor; undefined if the cursor is elsewhere in it, or outside of such a block. */
export function fencePlace(state: EditorState): FencePlace | undefined {
  const { empty, head } = state.selection.main
  if (!empty) return undefined
  const block = blockAt(state, head)
  if (!block) return undefined
  const first = state.doc.lineAt(block.from)
  const [, start = '', kind, source = '', gap = '', key = ''] = INFO.exec(first.text) ?? []
  if (!kind || first.length > 1000) return undefined
  const isClosed = block.getChildren('CodeMark').length > 1
  const found = { kind: kind as PartKind, source, key: key.trim(), body: '', isClosed }
  const typed = head - first.from
  if (typed <= first.length) {
    if (typed >= start.length && typed <= start.length + source.length && gap === '')
      return { ...found, stage: 'source', from: first.from + start.length, query: source.slice(0, typed - start.length) }
    const keyAt = start.length + source.length + gap.length
    if (isSingle(kind) || gap === '' || typed < keyAt || head !== first.to) return undefined
    return { ...found, stage: 'key', from: first.from + keyAt, query: key }
  }
  const line = state.doc.lineAt(head)
  if (head !== line.to || line.length > PATH_MAX || !PATH.test(line.text)) return undefined
  if (isClosed && line.to >= block.to) return undefined
  const body = state.sliceDoc(first.to + 1, Math.min(block.to, first.to + 100_000))
  return { ...found, stage: 'path', from: line.from, query: line.text, body }
}
