const tag = /<(\/?)span[^>]*>/g

/** Wraps the given lines of highlighted code. Spans across line endings are closed and reopened. */
export function markLines(html: string, marks: Set<number>): string {
  if (marks.size === 0) return html
  const open: string[] = []
  const lines = html.split('\n').map((line, index) => {
    const reopened = open.join('')
    for (const match of line.matchAll(tag)) {
      if (match[1]) open.pop()
      else open.push(match[0])
    }
    const whole = reopened + line + '</span>'.repeat(open.length)
    return marks.has(index + 1) ? `<span class="ln">${whole}</span>` : whole
  })
  return lines.join('\n')
}
