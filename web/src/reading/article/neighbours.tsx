import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { readingWords } from '../reading.words.ts'
import type { View } from './view.tsx'

interface AdjacentProps {
  view: View
  hrefOf: (page_id: string) => string
  onNear: (page_id: string) => void
}

/** Previous and next page at the foot of the text. */
export function AdjacentPages({ view: { previous, next }, hrefOf, onNear }: AdjacentProps) {
  const t = useWords(readingWords)
  if (!previous && !next) return null
  const near = (page_id: string) => ({ onPointerEnter: () => onNear(page_id), onFocus: () => onNear(page_id) })
  return (
    <nav className="pn" aria-label={t.around}>
      {previous ? (
        <Link to={hrefOf(previous.page_id)} {...near(previous.page_id)}>
          <span>
            <ArrowLeft className="i" aria-hidden="true" />
            {t.previous}
          </span>
          <b>{previous.page_title}</b>
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link to={hrefOf(next.page_id)} className="nx" {...near(next.page_id)}>
          <span>
            {t.next}
            <ArrowRight className="i" aria-hidden="true" />
          </span>
          <b>{next.page_title}</b>
        </Link>
      )}
    </nav>
  )
}
