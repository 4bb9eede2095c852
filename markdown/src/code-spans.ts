/** Code spans of a text: from the offset of the opening run of backticks to the offset after the closing one. */
export function codeSpans(text: string, start: number, end: number): Map<number, number> {
  const runs: { at: number; length: number; escaped: boolean }[] = []
  for (let at = start; at < end; at++) {
    if (text.charAt(at) !== '`') continue
    let last = at
    while (last + 1 < end && text.charAt(last + 1) === '`') last++
    runs.push({ at, length: last - at + 1, escaped: isEscaped(text, at, start) })
    at = last
  }
  // The next run of the same length. Scanning from the end makes every lookup one step.
  const later = new Map<number, number>()
  const next: (number | undefined)[] = []
  for (let index = runs.length - 1; index >= 0; index--) {
    next[index] = later.get(runs[index]!.length)
    later.set(runs[index]!.length, index)
  }
  const spans = new Map<number, number>()
  for (let index = 0; index < runs.length; index++) {
    const closing = next[index]
    if (runs[index]!.escaped || closing === undefined) continue
    spans.set(runs[index]!.at, runs[closing]!.at + runs[closing]!.length)
    index = closing
  }
  return spans
}

function isEscaped(text: string, at: number, start: number): boolean {
  let slashes = 0
  while (at - slashes - 1 >= start && text.charAt(at - slashes - 1) === '\\') slashes++
  return slashes % 2 === 1
}
