/** Puts text in the place of what is selected, as if it were typed: the browser's undo knows it. False where there is no such way. */
export function typeIn(field: HTMLTextAreaElement, text: string, from = field.selectionStart, to = field.selectionEnd) {
  field.focus()
  field.setSelectionRange(from, to)
  return (text === '' && from !== to ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text)) ?? false
}

interface Change {
  from: number
  to: number
  text: string
  /** What is selected afterwards. */
  select: [number, number]
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

/** Tab: two spaces, or all selected lines further in (out with shift); undefined when there is nothing to do. */
export function indent(text: string, from: number, to: number, out: boolean): Change | undefined {
  if (!out && !text.slice(from, to).includes('\n')) return { from, to, text: '  ', select: [from + 2, from + 2] }
  const start = lineStart(text, from)
  const lines = text.slice(start, to).split('\n')
  const moved = lines.map((line) => (out ? line.replace(/^ {1,2}/, '') : `  ${line}`)).join('\n')
  const first = out ? (lines[0]?.length ?? 0) - (lines[0]?.replace(/^ {1,2}/, '').length ?? 0) : -2
  if (moved === text.slice(start, to)) return undefined
  return { from: start, to, text: moved, select: [Math.max(start, from - first), start + moved.length] }
}

/** Enter: as far in as the line before, one step further behind a bracket that opens. */
export function newLine(text: string, from: number, to: number): Change {
  const line = text.slice(lineStart(text, from), from)
  const before = /^ */.exec(line)?.[0] ?? ''
  const opens = /[{[]\s*$/.test(line)
  const closes = opens && /^\s*[}\]]/.test(text.slice(to))
  const head = `\n${before}${opens ? '  ' : ''}`
  const at = from + head.length
  return { from, to, text: closes ? `${head}\n${before}` : head, select: [at, at] }
}
