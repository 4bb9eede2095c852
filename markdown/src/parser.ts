/// <reference path="./footnote-types.d.ts" />
import createMarkdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { alertRule } from './alert-rule.ts'
import { calloutWriter } from './callout.ts'
import { cjkEmphasis } from './cjk-emphasis.ts'
import { containerRule } from './container-rule.ts'
import { detailsWriter } from './details-writer.ts'
import { directionRule } from './direction-rule.ts'
import { fenceWriter } from './fence-writer.ts'
import { footnoteTail } from './footnote-tail.ts'
import { headingIds } from './heading-ids.ts'
import { lineMap } from './line-map.ts'
import { mathRule } from './math-rule.ts'
import { ownHtmlWriter } from './own-html.ts'
import { pageBounds } from './page-bounds.ts'
import { rawHtmlWriter } from './raw-html.ts'
import { showdocPageRule } from './showdoc-page.ts'
import { sizedImageRule } from './sized-image-rule.ts'
import { sparseTables } from './sparse-table.ts'
import { tableRule } from './table-rule.ts'
import { taskList } from './task-list.ts'
import { tocRule } from './toc-rule.ts'

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
