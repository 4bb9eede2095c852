import { inlineWords } from './inline.ts'

const LONGEST = 2000

/** The first heading of level 1: its words and the lines [from, to) it takes; none when only the beginning of it was read. */
export interface FirstHeading {
  title: string
  from: number
  to: number
}

const BLOCK = /^ {0,3}<(script|style|pre|template)\b/i

/** Where a block that cannot hold a heading ends: the index of its last line; undefined when none begins at `at`. */
function skipBlock(lines: string[], at: number): number | undefined {
  const line = lines[at]!
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
  const tag = BLOCK.exec(line)?.[1]
  let ends: RegExp
  if (fence) ends = new RegExp(`^ {0,3}${fence[0]}{${Math.min(fence.length, 1000)},}[ \\t]*$`)
  else if (tag) ends = new RegExp(`</${tag}>`, 'i')
  else if (/^ {0,3}<!--/.test(line)) ends = /-->/
  else return undefined
  for (let index = fence ? at + 1 : at; index < lines.length; index++) if (ends.test(lines[index]!)) return index
  return lines.length
}

const isText = (line: string | undefined) => line !== undefined && /^ {0,3}[^\s>#\-*+=|`~<:]/.test(line)

/** Finds the first `# Title` or `Title` over `===` outside code, comments and scripts; `{#id}` does not belong to the title. */
export function firstHeading(lines: string[]): FirstHeading | undefined {
  for (let at = 0; at < lines.length; at++) {
    const end = skipBlock(lines, at)
    if (end !== undefined) {
      at = end
      continue
    }
    const atx = /^ {0,3}#(?:[ \t]+(.*))?$/.exec(lines[at]!)
    const setext = !atx && isText(lines[at]) && !lines[at - 1]?.trim() && /^ {0,3}=+[ \t]*$/.test(lines[at + 1] ?? '')
    if (!atx && !setext) continue
    const line = (atx ? (atx[1] ?? '') : lines[at]!).slice(0, LONGEST)
    const source = line.replace(/(?:^|[ \t]+)#+[ \t]*$/, '').replace(/\s*\{[#.][^{}]*\}\s*$/, '')
    const whole = lines[at]!.length <= LONGEST
    return { title: inlineWords(source), from: at, to: at + (whole ? (atx ? 1 : 2) : 0) }
  }
  return undefined
}
