import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import type { Task } from './export.text.ts'
import { sheetMarkdown } from './sheet-markdown.ts'

export default ({ content, isSheet, shared, language }: Task): string =>
  (isSheet ? sheetMarkdown(content, language) : apiPageMarkdown(content, language, shared)) ?? content
