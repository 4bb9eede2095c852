import type { MarkdownIt, StateCore, Token } from 'markdown-it'

interface Note {
  label?: string
  content?: string
  tokens?: Token[]
  count?: number
}

/** Removes the definitions from the page and returns them by label. */
function takeDefinitions(state: StateCore): Map<string, Token[]> {
  const notes = new Map<string, Token[]>()
  const kept: Token[] = []
  let target = kept
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      target = []
      notes.set(String(token.meta?.['label']), target)
    } else if (token.type === 'footnote_reference_close') target = kept
    else target.push(token)
  }
  state.tokens = kept
  return notes
}

function inlineNote(state: StateCore, note: Note): Token[] {
  const text = new state.Token('inline', '', 0)
  text.children = note.tokens ?? []
  text.content = note.content ?? ''
  return [new state.Token('paragraph_open', 'p', 1), text, new state.Token('paragraph_close', 'p', -1)]
}

function tail(state: StateCore): void {
  const footnotes = state.env['footnotes'] as { list?: Note[] } | undefined
  if (!footnotes) return
  const definitions = takeDefinitions(state)
  if (!footnotes.list) return
  const add = (type: string, nesting: 1 | 0 | -1, meta: Record<string, unknown> | null = null) => {
    const token = new state.Token(type, '', nesting)
    token.meta = meta
    state.tokens.push(token)
  }
  add('footnote_block_open', 1)
  for (const [id, note] of footnotes.list.entries()) {
    add('footnote_open', 1, { id, label: note.label })
    const body = note.tokens ? inlineNote(state, note) : (definitions.get(note.label ?? '') ?? [])
    for (const token of body) state.tokens.push(token)
    const last = body.at(-1)?.type === 'paragraph_close' ? state.tokens.pop() : undefined
    for (let subId = 0; subId < Math.max(note.count ?? 0, 1); subId++) add('footnote_anchor', 0, { id, subId, label: note.label })
    if (last) state.tokens.push(last)
    add('footnote_close', -1)
  }
  add('footnote_block_close', -1)
}

/** Replaces the plugin's collection of notes, whose time is quadratic in their number (18 s for 100 KB). */
export function footnoteTail(md: MarkdownIt): void {
  md.core.ruler.at('footnote_tail', tail)
}
