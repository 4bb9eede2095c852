import type { ChangeSpec, Text } from '@codemirror/state'
import { hunksOf } from '../diff/lines.ts'
import { sameRuns } from '../diff/sequence.ts'

/** What turns a document into another text, line by line, so that a cursor in what stays keeps its place. */
export function textChanges(doc: Text, text: string): ChangeSpec[] {
  const [before, after] = [doc.toString().split('\n'), text.split('\n')]
  const start = (line: number) => doc.line(line + 1).from
  return hunksOf(sameRuns(before, after), before.length, after.length).map(([from, to, begin, end]) => {
    const lines = after.slice(begin, end)
    if (to < before.length) return { from: start(from), to: start(to), insert: lines.map((line) => `${line}\n`).join('') }
    // The last line has no line end: the one before it goes and comes with it.
    if (from === 0) return { from: 0, to: doc.length, insert: lines.join('\n') }
    return { from: doc.line(from).to, to: doc.length, insert: lines.map((line) => `\n${line}`).join('') }
  })
}
