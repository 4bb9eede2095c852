/*
 * Pages that sheaf-push wrote before a database was a source. What people have changed in them is kept below the block of the table (T33).
 */

const OPENING = /^ {0,3}(`{3,}|~{3,})/

/** The paragraphs of a text as written; a fence of code is one. */
export function paragraphsIn(text: string): string[] {
  const found: string[] = []
  let lines: string[] = []
  let mark = ''
  const end = () => {
    if (lines.length > 0) found.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const fence = OPENING.exec(line)?.[1] ?? ''
    if (mark === '' && line.trim() === '') {
      end()
      continue
    }
    lines.push(line)
    if (mark === '') mark = fence
    else if (fence.startsWith(mark) && line.trim() === fence) mark = ''
  }
  end()
  return found
}

const formOf = (paragraph: string) =>
  paragraph
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')

/** The paragraphs that a text has and the machine did not write, in their order. */
export function keptFrom(machine: string, text: string): string[] {
  const written = new Map<string, number>()
  for (const form of paragraphsIn(machine).map(formOf)) written.set(form, (written.get(form) ?? 0) + 1)
  return paragraphsIn(text).filter((paragraph) => {
    const count = written.get(formOf(paragraph)) ?? 0
    if (count > 0) written.set(formOf(paragraph), count - 1)
    return count === 0
  })
}
