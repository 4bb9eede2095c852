import './print.css'
import type { Answer } from '@sheaf/contract/client'
import { EXPORT_PAGES_MAX } from '@sheaf/contract/limits'
import { ArrowLeft, Printer } from 'lucide-react'
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { api } from '../lib/api.ts'
import { paths, selectionIn } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ArticleBody, ownAnchors } from '../reading/article/body.tsx'
import { MAIN_ID } from '../ui/frame/main-id.ts'
import { ErrorNote } from '../ui/placeholder.tsx'
import { printWords } from './export.words.ts'
import { type Node, type Outline, pagesIn } from './outline.ts'

/** The anchor of a page in the print view. */
const placeOf = (page_id: string) => `page-${page_id}`

/**
 * Prepares the HTML of a page for a document with other pages: makes anchors unique, turns links to printed pages into anchors, and
 * loads pictures eagerly, because lazy loading depends on scrolling.
 */
export function printHtml(html: string, page_id: string, item_id: string, printed: ReadonlySet<string>): string {
  return ownAnchors(html, `${placeOf(page_id)}-`).replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\shref=")[^"#?]*\/(\w+)\/(\d+)(?:#[^"]*)?"/, (whole, start: string, item: string, page: string) =>
        (item === item_id || item === 'page') && printed.has(page) ? `${start}#${placeOf(page)}"` : whole,
      )
      .replace(/\sloading="lazy"/, ''),
  )
}

const levelled = (node: Node) => Math.min(node.level, 4)
const anchorOf = (node: Node) => (node.kind === 'page' ? placeOf(node.id) : `catalog-${node.id}`)

/** The cover: the name and the table of contents. */
function PrintContents({ outline, isPart }: { outline: Outline; isPart: boolean }) {
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

/** The heading of a catalog, or a page with its text. */
const PrintNode = memo(function PrintNode({ node, page, outline, item_id }: Props) {
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
      {page && <ArticleBody html={html} needs={page.needs} titled={titled} searched="" isForPaper root={body} />}
    </section>
  )
})

const literal = (text: string) =>
  text
    .trim()
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Page = Answer<'export', 'pages'>['pages'][number]

interface Loaded {
  outline: Outline | undefined
  pages: Map<string, Page>
  error: Error | undefined
}

const nothing: Loaded = { outline: undefined, pages: new Map(), error: undefined }

/** Loads the pages to print in batches; leaving the screen stops it. */
function usePrint(item_id: string, cat_id: string, page_id: string, lines: string) {
  const [loaded, setLoaded] = useState(nothing)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((n) => n + 1), [])

  useEffect(() => {
    let isCancelled = false
    const load = async () => {
      setLoaded(nothing)
      const outline = await api.export.outline({ item_id, cat_id, page_id, lines: lines && JSON.stringify(selectionIn(lines)) })
      const wanted = outline.nodes.filter((node) => node.kind === 'page').map((node) => node.id)
      const pages = new Map<string, Page>()
      if (!isCancelled) setLoaded({ outline, pages, error: undefined })
      for (let at = 0; at < wanted.length && !isCancelled; at += EXPORT_PAGES_MAX) {
        const batch = await api.export.pages({ item_id, page_ids: JSON.stringify(wanted.slice(at, at + EXPORT_PAGES_MAX).map(Number)) })
        for (const page of batch.pages) pages.set(page.page_id, page)
        if (!isCancelled) setLoaded({ outline, pages: new Map(pages), error: undefined })
      }
    }
    load().catch((error: Error) => isCancelled || setLoaded((current) => ({ ...current, error })))
    return () => {
      isCancelled = true
    }
  }, [item_id, cat_id, page_id, lines, attempt])

  return { ...loaded, retry }
}

/** How long to wait for pictures and diagrams. A print without one of them is better than none. */
const DRAWING_TIMEOUT_MS = 20_000
const DRAWING_POLL_MS = 200

const isReady = (root: HTMLElement) =>
  [...root.querySelectorAll('img')].every((image) => image.complete) && !root.querySelector('.diagram:not(.bad):not(:has(svg, img))')

/** Whether all pictures and diagrams are rendered, or DRAWING_TIMEOUT_MS has passed. */
function useReady(root: RefObject<HTMLElement | null>, isLoaded: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    setReady(false)
    if (!isLoaded) return
    const start = Date.now()
    const watch = setInterval(() => {
      if (root.current && !isReady(root.current) && Date.now() - start < DRAWING_TIMEOUT_MS) return
      clearInterval(watch)
      setReady(true)
    }, DRAWING_POLL_MS)
    return () => clearInterval(watch)
  }, [isLoaded, root])
  return ready
}

/** Switches to the light theme, because diagrams must be rendered for white paper. */
function useLight() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const previous = dataset['theme']
    dataset['theme'] = 'light'
    return () => {
      if (previous === undefined) delete dataset['theme']
      else dataset['theme'] = previous
    }
  }, [])
}

/** /item/export/{item_id}/print: an item, a catalog or a page on paper. */
export function PrintScreen() {
  const t = useWords(printWords)
  const { item_id = '' } = useParams()
  const [address] = useSearchParams()
  const [cat_id = '', page_id = '', lines = ''] = ['cat_id', 'page_id', 'lines'].map((name) => address.get(name) ?? '')
  const { outline, pages, error, retry } = usePrint(item_id, cat_id, page_id, lines)
  const paper = useRef<HTMLElement>(null)
  const total = outline ? pagesIn(outline.nodes) : 0
  const isLoaded = outline !== undefined && pages.size >= total
  const ready = useReady(paper, isLoaded)
  const word = !isLoaded ? t.loading(pages.size, total) : ready ? t.ready(total) : t.drawing
  const name = outline?.item_name ?? ''
  useLight()
  return (
    <>
      <title>{page_id ? (outline?.nodes[0]?.title ?? name) : name}</title>
      <header className="print-bar">
        <Link className="btn quiet" to={paths.exportItem(item_id, { cat_id, page_id, lines })}>
          <ArrowLeft className="i" aria-hidden="true" />
          {t.back}
        </Link>
        <span className="grow cut" role="status">
          {outline && !error && word}
        </span>
        <button type="button" className="btn primary" disabled={!ready} onClick={() => print()}>
          <Printer className="i" aria-hidden="true" />
          {t.print}
        </button>
        {!ready && !error && <progress max={total || 1} value={pages.size} aria-label={t.title(name)} />}
      </header>
      {error ? (
        <ErrorNote title={t.failed} error={error} onRetry={retry} />
      ) : (
        <main id={MAIN_ID} className="paper" ref={paper}>
          {outline && !page_id && <PrintContents outline={outline} isPart={cat_id !== ''} />}
          {outline?.nodes.map((node) => (
            // Catalogs and pages have separate ids, so a catalog can have the id of a page.
            <PrintNode
              key={`${node.kind}${node.id}`}
              node={node}
              page={node.kind === 'page' ? pages.get(node.id) : undefined}
              outline={outline}
              item_id={item_id}
            />
          ))}
        </main>
      )}
    </>
  )
}
