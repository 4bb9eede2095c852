/** A page by its lines, as far as what stands in fences can be told from what the page says itself. */
export type PageLine = { kind: 'text' | 'heading'; text: string } | { kind: 'endpoint'; calls: string[] }

const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(\S*)/
const heading = /^ {0,3}#{1,6}[ \t]/

/** What is in a fence is an example and not a line of the page; a fence with endpoint lines counts as one. */
export function pageLines(content: string): PageLine[] {
  const lines: PageLine[] = []
  let fence: { mark: string; calls?: string[] } | undefined
  for (const text of content.split(/\r?\n/)) {
    if (fence) {
      const mark = text.trim()
      if (mark.length >= fence.mark.length && mark === (fence.mark[0] as string).repeat(mark.length)) fence = undefined
      else if (mark) fence.calls?.push(mark)
      continue
    }
    const [, mark, language] = opening.exec(text) ?? []
    if (!mark) lines.push({ kind: heading.test(text) ? 'heading' : 'text', text })
    else if (language !== 'endpoint') fence = { mark }
    else {
      const calls: string[] = []
      fence = { mark, calls }
      lines.push({ kind: 'endpoint', calls })
    }
  }
  return lines
}
