import './print.css'
import { ArrowLeft, Printer } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { pagesIn } from './export-part.ts'
import { printWords } from './print.words.ts'
import { PrintContents, PrintNode } from './print-parts.tsx'
import { usePrint } from './use-print.ts'

/** Milliseconds that pictures and diagrams may take; a print without one of them is better than none. */
const DRAWING_TIMEOUT_MS = 20_000
const DRAWING_POLL_MS = 200

const isReady = (root: HTMLElement) =>
  [...root.querySelectorAll('img')].every((image) => image.complete) && !root.querySelector('.diagram:not(.bad):not(:has(svg, img))')

/** Whether everything that is printed has been drawn. */
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

/** Paper is white: diagrams are drawn for it. */
function useLight() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset['theme']
    dataset['theme'] = 'light'
    return () => {
      if (before === undefined) delete dataset['theme']
      else dataset['theme'] = before
    }
  }, [])
}

/** /item/export/{item_id}/print: an item, a catalog or a page on paper. */
export function PrintScreen() {
  const t = useWords(printWords)
  const { item_id = '' } = useParams()
  const [address] = useSearchParams()
  const [cat_id, page_id] = [address.get('cat_id') ?? '', address.get('page_id') ?? '']
  const { outline, pages, error, again } = usePrint(item_id, cat_id, page_id)
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
        <Link className="btn quiet" to={paths.exportItem(item_id, { cat_id, page_id })}>
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
        <ErrorNote title={t.failed} error={error} onRetry={again} />
      ) : (
        <main id="content" className="paper" ref={paper}>
          {outline && !page_id && <PrintContents outline={outline} isPart={cat_id !== ''} />}
          {outline?.nodes.map((node) => (
            // Catalogs and pages are numbered apart: a catalog may have the number of a page.
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
