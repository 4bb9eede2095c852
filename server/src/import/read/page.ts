import { oneLine } from '../../import-plan/name.ts'
import { splitFrontMatter } from './front-matter.ts'
import { firstHeading } from './heading.ts'

/** What one Markdown file says. `title` is '' when the file does not name itself. */
export interface ReadPage {
  title: string
  description: string
  order: number | undefined
  content: string
}

/** Takes front matter and the heading that repeats the title off a Markdown text. `\r\n` becomes `\n`. */
export function readPage(text: string): ReadPage {
  const { title: given, description, order, body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'))
  const lines = body.split('\n')
  const heading = firstHeading(lines)
  const wished = given.trim() === '' ? (heading?.title ?? '') : given
  const title = oneLine(wished)
  // A title that had to be cut stays readable in full as the heading.
  if (heading && oneLine(heading.title, wished.length + 1) === title) lines.splice(heading.from, heading.to - heading.from)
  return { title, description: oneLine(description, 500), order, content: lines.join('\n').replace(/^(?:[ \t]*\n)+/, '') }
}
