import type { ChangeSpec, Text } from '@codemirror/state'
import { hunksBetween } from '@sheaf/compare/lines'

/** Line-based changes that turn a document into another text, so that a cursor in unchanged lines keeps its position. */
export function textChanges(doc: Text, text: string): ChangeSpec[] {
  const [oldLines, newLines] = [doc.toString().split('\n'), text.split('\n')]
  const start = (line: number) => doc.line(line + 1).from
  return hunksBetween(oldLines, newLines).map(([from, to, begin, end]) => {
    const lines = newLines.slice(begin, end)
    if (to < oldLines.length) return { from: start(from), to: start(to), insert: lines.map((line) => `${line}\n`).join('') }
    // The last line has no line end, so the preceding line end is replaced with it.
    if (from === 0) return { from: 0, to: doc.length, insert: lines.join('\n') }
    return { from: doc.line(from).to, to: doc.length, insert: lines.map((line) => `\n${line}`).join('') }
  })
}
