import type { Token } from 'markdown-it'
import { inlineText } from '../heading-ids.ts'

export interface Cell {
  text: string
  inline: Token
}

/** The rows of a table from its `table_open` up to its `table_close`; the first is the head. */
export function tableRows(tokens: Token[]): Cell[][] {
  const rows: Cell[][] = []
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([])
    else if (token.type === 'inline') rows.at(-1)?.push({ text: inlineText(token.children).trim(), inline: token })
  }
  return rows
}
