/** One cell of a row: `start` to `end` is what stands between its bars, `from` to `to` the text in it without blanks. */
interface Cell {
  start: number
  end: number
  from: number
  to: number
}

export interface Row {
  cells: Cell[]
  /** A bar stands before the first cell, and one behind the last. */
  opened: boolean
  closed: boolean
}

const isBlank = (text: string) => text.trim() === ''

function cell(line: string, start: number, end: number): Cell {
  const text = line.slice(start, end)
  const from = isBlank(text) ? Math.min(start + 1, end) : start + text.length - text.trimStart().length
  return { start, end, from, to: isBlank(text) ? from : start + text.trimEnd().length }
}

/** The cells of a table's line, cut as the renderer cuts them: at every bar without a backslash before it, in code too. */
export function readRow(line: string, lead = 0): Row {
  const bars: number[] = []
  for (let at = line.indexOf('|', lead); at >= 0; at = line.indexOf('|', at + 1)) if (line[at - 1] !== '\\') bars.push(at)
  const opened = bars[0] !== undefined && isBlank(line.slice(lead, bars[0]))
  const last = bars.at(-1)
  const closed = last !== undefined && isBlank(line.slice(last + 1)) && !(opened && bars.length === 1)
  const edges = [opened ? (bars.shift() as number) : lead - 1, ...bars, ...(closed ? [] : [line.length])]
  return { cells: edges.slice(1).map((end, index) => cell(line, (edges[index] as number) + 1, end)), opened, closed }
}

/** How many columns of a monospaced screen a text takes: Chinese, Japanese, Korean and pictures take two, marks none. */
export function textWidth(text: string) {
  let width = 0
  for (const sign of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(sign)) continue
    width += WIDE.test(sign) ? 2 : 1
  }
  return width
}
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u
