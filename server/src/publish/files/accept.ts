interface Accepted {
  type: string
  quality: number
}

const accepted = (header: string): Accepted[] =>
  header
    .slice(0, 2000)
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })

/**
 * Whether a request prefers Markdown to HTML (W22). A client must name Markdown itself; browsers do not. With the same quality it gets
 * Markdown, because a client that names it can read it.
 */
export function prefersMarkdown(header: string | undefined): boolean {
  if (!header?.toLowerCase().includes('text/markdown')) return false
  const all = accepted(header)
  const qualityOf = (type: string) => all.find((one) => one.type === type)?.quality
  const markdown = qualityOf('text/markdown') ?? 0
  return markdown > 0 && markdown >= (qualityOf('text/html') ?? 0)
}
