import type { Language } from '@sheaf/contract'
import { rewriteLinks } from '@sheaf/markdown'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { estimateTokens } from '@sheaf/markdown/tokens'
import { sheetMarkdown } from '../../export/sheet-markdown.ts'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { type LinkSite, markdownTarget, withTitle } from './links.ts'

export interface Task {
  title: string
  content: string
  /** Set for a page of an API client and for a spreadsheet. */
  converts: { isSheet: boolean; shared: string; language: Language } | undefined
  site: LinkSite
}

export interface Made {
  text: string
  tokens: number
  /** False when the limits ended the work, and the text is as it is stored. */
  isWhole: boolean
}

/** Rows of each sheet; a table of all rows would be longer than a program can read. */
const SHEET_ROWS_MAX = 500

function converted(content: string, { isSheet, shared, language }: NonNullable<Task['converts']>) {
  return (isSheet ? sheetMarkdown(content, language, SHEET_ROWS_MAX) : apiPageMarkdown(content, language, shared)) ?? content
}

export default boundedTask(({ title, content, converts, site }: Task): Made => {
  const source = converts ? converted(content, converts) : content
  const text = withTitle(
    title,
    rewriteLinks(source, (target, kind) => markdownTarget(target, kind, site)),
  )
  return { text, tokens: estimateTokens(text), isWhole: true }
})
