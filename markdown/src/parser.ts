/// <reference path="./rules/footnote-types.d.ts" />
import createMarkdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { headingIds } from './heading-ids.ts'
import { pageBounds } from './page-bounds.ts'
import { alertRule } from './rules/alert-rule.ts'
import { calloutWriter } from './rules/callout.ts'
import { cjkEmphasis } from './rules/cjk-emphasis.ts'
import { containerRule } from './rules/container-rule.ts'
import { directionRule } from './rules/direction-rule.ts'
import { footnoteTail } from './rules/footnote-tail.ts'
import { lineMap } from './rules/line-map.ts'
import { mathRule } from './rules/math-rule.ts'
import { sizedImageRule } from './rules/sized-image-rule.ts'
import { sparseTables } from './rules/sparse-table.ts'
import { tableRule } from './rules/table-rule.ts'
import { taskList } from './rules/task-list.ts'
import { tocRule } from './rules/toc-rule.ts'
import { rawHtmlWriter } from './sanitise/raw-html.ts'
import { showdocPageRule } from './showdoc/showdoc-page.ts'
import { detailsWriter } from './writers/details-writer.ts'
import { fenceWriter } from './writers/fence-writer.ts'
import { ownHtmlWriter } from './writers/own-html.ts'

/** A parser with every rule of ours. Links are judged by the sanitiser alone, so that the words of a bad link stay. */
export function createParser(): MarkdownIt {
  const md = createMarkdown({ html: true, linkify: true, breaks: true })
  md.validateLink = () => true
  // Without this `app.vue` and `README.md` become links to the countries Vanuatu (no) and Moldova (yes).
  md.linkify.set({ fuzzyLink: false })
  for (const rule of [cjkEmphasis, containerRule, mathRule, tocRule, sizedImageRule, footnotes, footnoteTail, sparseTables]) md.use(rule)
  for (const rule of [showdocPageRule, alertRule, headingIds, taskList, tableRule, directionRule, lineMap]) md.use(rule)
  for (const writer of [calloutWriter, detailsWriter, fenceWriter, ownHtmlWriter, rawHtmlWriter]) md.use(writer)
  md.use(pageBounds)
  return md
}
