import type { StateBlock } from 'markdown-it'

/** A source line without its indentation and list or quote markers. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd()
}

/** The leading run of one repeated character of `marks`, or "". */
export function firstWord(text: string, marks: string): string {
  const mark = text.charAt(0)
  if (mark === '' || !marks.includes(mark)) return ''
  let length = 1
  while (text.charAt(length) === mark) length++
  return text.slice(0, length)
}
