/// <reference path="./rules/footnote-types.d.ts" />
import createMarkdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { headingIds, tocRule } from './headings.ts'
import { pageBounds } from './page-bounds.ts'
import { directionRule, lineMap } from './rules/block-attributes.ts'
import { alertRule, calloutWriter, containerRule, detailsWriter } from './rules/containers.ts'
import { footnoteTail } from './rules/footnote-tail.ts'
import { cjkEmphasis, hanEmphasis, mailLinks, sizedImageRule, taskList } from './rules/inline.ts'
import { mathRule } from './rules/math.ts'
import { sparseTables, tableRule } from './rules/table.ts'
import { showdocPageRule } from './showdoc/showdoc-page.ts'
import { fenceWriter } from './writers/fence-writer.ts'
import { ownHtmlWriter, rawHtmlWriter } from './writers/html.ts'
import { viewRule } from './writers/views.ts'

/** A parser with all rules of Sheaf. Only the sanitiser checks links, so that the text of an unsafe link stays. */
export function createParser(): MarkdownIt {
  const md = createMarkdown({ html: true, linkify: true, breaks: true })
  md.validateLink = () => true
  // Otherwise file names such as `README.md` become links, because .md is a top-level domain.
  md.linkify.set({ fuzzyLink: false })
  for (const rule of [cjkEmphasis, mailLinks, containerRule, mathRule, tocRule, sizedImageRule, footnotes, footnoteTail, sparseTables])
    md.use(rule)
  for (const rule of [showdocPageRule, alertRule, headingIds, taskList, hanEmphasis, tableRule, directionRule, lineMap, viewRule])
    md.use(rule)
  for (const writer of [calloutWriter, detailsWriter, fenceWriter, ownHtmlWriter, rawHtmlWriter]) md.use(writer)
  md.use(pageBounds)
  return md
}
