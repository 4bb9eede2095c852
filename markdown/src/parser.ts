/// <reference path="./rules/footnote-types.d.ts" />
import createMarkdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { pageBounds } from './page-bounds.ts'
import { directionRule, lineMap } from './rules/block-attributes.ts'
import { alertRule, calloutWriter, containerRule, detailsWriter } from './rules/containers.ts'
import { footnoteTail } from './rules/footnote-tail.ts'
import { headingIds, tocRule } from './headings.ts'
import { cjkEmphasis, sizedImageRule, taskList } from './rules/inline.ts'
import { mathRule } from './rules/math.ts'
import { sparseTables, tableRule } from './rules/table.ts'
import { showdocPageRule } from './showdoc/showdoc-page.ts'
import { fenceWriter } from './writers/fence-writer.ts'
import { ownHtmlWriter, rawHtmlWriter } from './writers/html.ts'

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
