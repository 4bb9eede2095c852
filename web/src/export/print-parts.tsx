import { memo, useMemo, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { ArticleBody } from '../reading/article/body.tsx'
import type { Node, Outline } from './export-part.ts'
import { printWords } from './print.words.ts'
import type { Page } from './use-print.ts'

/** The place of a page in the print view. */
const placeOf = (page_id: string) => `page-${page_id}`

/**
 * A page's HTML among those of other pages: its anchors are its own, links to pages that are printed with it lead to their places, and
 * pictures load at once, for paper has no scrolling.
 */
export function printHtml(html: string, page_id: string, item_id: string, printed: ReadonlySet<string>): string {
  const own = (id: string) => `${placeOf(page_id)}-${id}`
  return html.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\sid=")([^"]+)"/, (_, start: string, id: string) => `${start}${own(id)}"`)
      .replace(/(\shref=")#([^"]+)"/, (_, start: string, id: string) => `${start}#${own(id)}"`)
      .replace(/(\shref=")[^"#?]*\/(\w+)\/(\d+)(?:#[^"]*)?"/, (whole, start: string, item: string, page: string) =>
        (item === item_id || item === 'page') && printed.has(page) ? `${start}#${placeOf(page)}"` : whole,
      )
      .replace(/\sloading="lazy"/, ''),
  )
}

const levelled = (node: Node) => Math.min(node.level, 4)
const anchorOf = (node: Node) => (node.kind === 'page' ? placeOf(node.id) : `catalog-${node.id}`)

/** The first sheet: the name, and what is in it. */
export function PrintContents({ outline, isPart }: { outline: Outline; isPart: boolean }) {
  const t = useWords(printWords)
  return (
    <section className="print-cover">
      <h1>{isPart ? `${outline.item_name} · ${outline.nodes[0]?.title ?? ''}` : outline.item_name}</h1>
      <nav aria-label={t.contents}>
        <h2>{t.contents}</h2>
        <ol>
          {outline.nodes.map((node) => (
            <li key={anchorOf(node)} data-level={levelled(node)} data-kind={node.kind}>
              <a href={`#${anchorOf(node)}`}>
                <span className="num">{node.number}</span>
                {node.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </section>
  )
}

interface Props {
  node: Node
  page: Page | undefined
  outline: Outline
  item_id: string
}

/** A catalog's heading, or a page with its text. */
export const PrintNode = memo(function PrintNode({ node, page, outline, item_id }: Props) {
  const Heading = `h${levelled(node)}` as 'h1'
  const body = useRef<HTMLDivElement>(null)
  const printed = useMemo(() => new Set(outline.nodes.filter(({ kind }) => kind === 'page').map(({ id }) => id)), [outline])
  const html = useMemo(() => (page ? printHtml(page.html, page.page_id, item_id, printed) : ''), [page, item_id, printed])
  const titled = new RegExp(`^\\s*<h1[^>]*>(?:<[^>]*>)*\\s*${literal(node.title)}\\s*<`).test(html)
  return (
    <section className="print-node" data-kind={node.kind} data-level={node.level} id={anchorOf(node)}>
      <Heading className="print-title">
        {node.number && <span className="num">{node.number}</span>}
        {node.title}
      </Heading>
      {page && <ArticleBody html={html} needs={page.needs} titled={titled} searched="" root={body} />}
    </section>
  )
})

const literal = (text: string) =>
  text
    .trim()
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
