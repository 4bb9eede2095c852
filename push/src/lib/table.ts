/** A Markdown table; cells are Markdown already. */
export const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Parts of a page with an empty line between them; empty parts leave no gap. */
export const parts = (...texts: (string | undefined | false)[]): string => `${texts.filter(Boolean).join('\n\n')}\n`
