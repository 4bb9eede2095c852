/** The ranges of fenced code, from the first mark to the end of the last one. */
export function fencedCode(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  let open: { mark: string; from: number } | undefined
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const line = end - at > 1000 ? text.slice(at, at + 100) : text.slice(at, end).replace(/\r$/, '')
    if (!open) {
      const [, mark, info = ''] = /^(?: {0,3}(?:>|[-*+]|\d{1,9}[.)]))* *(`{3,}|~{3,})(.*)$/.exec(line) ?? []
      if (mark && (mark[0] === '~' || !info.includes('`'))) open = { mark, from: at }
    } else {
      const [, mark] = /^[ >]*(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
      if (mark?.startsWith(open.mark)) {
        found.push([open.from, end])
        open = undefined
      }
    }
    at = end + 1
  }
  if (open) found.push([open.from, text.length])
  return found
}
