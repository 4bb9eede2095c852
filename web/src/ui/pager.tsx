import './pager.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { IconButton } from './icon-button.tsx'
import { pagerWords } from './list.words.ts'

/** The first page, the last, and those around the current one; 0 is a gap. */
export function pagesShown(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, last - 4))
  const to = Math.min(last - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [1, ...(from > 2 ? [0] : []), ...middle, ...(to < last - 1 ? [0] : []), last]
}

interface Props {
  page: number
  /** Rows per page, and in total. */
  size: number
  total: number
  onPage: (page: number) => void
}

/** The range of displayed rows, and links to other pages. */
export function Pager({ page, size, total, onPage }: Props) {
  const t = useWords(pagerWords)
  const last = Math.max(1, Math.ceil(total / size))
  if (total === 0) return null
  return (
    <nav className="pager row" aria-label={t.pages}>
      <span className="num">{t.range((page - 1) * size + 1, Math.min(page * size, total), total)}</span>
      <span className="grow" />
      {last > 1 && (
        <>
          <IconButton name={t.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft className="i" aria-hidden="true" />
          </IconButton>
          <span className="pager-pages row">
            {pagesShown(page, last).map((one, at) =>
              one ? (
                <button
                  key={one}
                  type="button"
                  className="num"
                  aria-label={t.page(one)}
                  aria-current={one === page ? 'page' : undefined}
                  onClick={() => onPage(one)}
                >
                  {one}
                </button>
              ) : (
                <span key={`gap ${at < 3}`} aria-hidden="true">
                  …
                </span>
              ),
            )}
          </span>
          <span className="pager-at num" aria-hidden="true">
            {t.at(page, last)}
          </span>
          <IconButton name={t.next} disabled={page >= last} onClick={() => onPage(page + 1)}>
            <ChevronRight className="i" aria-hidden="true" />
          </IconButton>
        </>
      )}
    </nav>
  )
}
