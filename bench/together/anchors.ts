import { carryAnchors, type ReadText } from '../../compare/src/anchor/index.ts'
import { readingOf } from '../../markdown/src/reading-text/index.ts'
import type { Row } from '../report.ts'
import { median } from './site.ts'

/*
 * Anchors of comments carried to the next version of a page of 100 KB whose 2,000 lines all change, and through hostile pages of 5 MB.
 * CPU time of one carrying, because other work of the machine does not change it; the median of several.
 */
const TIMES = 15
/** CPU of `work` in milliseconds, the median. */
function cpuOf(work: () => unknown, times = TIMES): number {
  const taken = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(taken)
}

/** A page without its Markdown: one paragraph for each line. */
function paragraphs(lines: string[]): ReadText {
  let start = 0
  const blocks = lines.map((text) => {
    const block = { kind: 'paragraph', headings: [], text, start }
    start += text.length + 1
    return block
  })
  return { text: lines.join('\n'), blocks }
}

const spread = ({ text }: ReadText, count: number, length: number) =>
  Array.from({ length: count }, (_, n) => ({ at: Math.floor((n * (text.length - length)) / count), length }))

function carry(label: string, before: string[], after: string[], count: number, limit: number): Row {
  const [old, newer] = [paragraphs(before), paragraphs(after)]
  const places = spread(old, count, 30)
  return { label, unit: 'ms', measured: cpuOf(() => carryAnchors(old, newer, places)), limit }
}

const lines = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n))

export function measureAnchors(): Row[] {
  const manual = lines(
    700,
    (n) => `## Part ${n}\n\nThe server keeps **every version** of a page, see [history](/h${n}) and \`page/history\`.\n\n- one\n- two\n\n`,
  ).join('')
  return [
    carry(
      '200 anchors, 100 KB, 2000 changed lines',
      lines(2000, (n) => `Line ${n} of the page says what number ${n} is for.`),
      lines(2000, (n) => `Line ${n} of the page now says what number ${n} is for.`),
      200,
      60,
    ),
    carry('500 anchors, 5 MB of one letter', ['a'.repeat(5_000_000)], [`b${'a'.repeat(5_000_000)}`], 500, 300),
    carry(
      '500 anchors, 5 MB of 100000 equal lines, a thousand fewer',
      lines(100_000, () => 'the same line of the page which has fifty letters'),
      lines(99_000, () => 'the same line of the page which has fifty letters'),
      500,
      300,
    ),
    carry(
      '500 anchors, 5 MB of 100000 lines that all change',
      lines(100_000, (n) => `line ${n} of the page which has about fifty letters`),
      lines(100_000, (n) => `row ${n} of the page which has about fifty letters`),
      500,
      300,
    ),
    carry('500 anchors, 5 MB of two letters in turns', ['ab '.repeat(1_600_000)], ['ba '.repeat(1_600_000)], 500, 300),
    {
      label: `Reading text of a page of ${Math.round(manual.length / 1000)} KB`,
      unit: 'ms',
      measured: cpuOf(() => readingOf(manual)),
    },
  ]
}
