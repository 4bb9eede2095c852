import { memo, useMemo, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { ArticleBody } from '../reading/article/body.tsx'
import type { Node, Outline } from './export-part.ts'
import { printWords } from './print.words.ts'
import { placeOf, printHtml } from './print-html.ts'
import type { Page } from './use-print.ts'

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
