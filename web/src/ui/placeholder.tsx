import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { rem } from './text/scale.ts'
import { uiWords } from './ui.words.ts'

const whole = (
  <>
    <rect x="14" y="6" width="10" height="44" rx="3" />
    <rect x="28" y="6" width="10" height="44" rx="3" strokeDasharray="3 3.5" />
    <rect x="42" y="6" width="10" height="44" rx="3" strokeDasharray="3 3.5" />
    <path d="M8 20h50M8 23.5h50" stroke="var(--accent)" />
  </>
)

const torn = (
  <>
    <rect x="14" y="8" width="10" height="42" rx="3" />
    <rect x="28" y="6" width="10" height="44" rx="3" />
    <rect x="46" y="7" width="10" height="42" rx="3" transform="rotate(9 51 28)" />
    <path d="M8 20h30m3 1 4 3M8 23.5h28" stroke="var(--danger)" />
  </>
)

interface Props {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** The error variant of the drawing. */
  broken?: boolean
  /** The placeholder is the whole screen, so its title is the heading. */
  heading?: boolean
}

/** An empty state with a suggested action. */
export function Empty({ title, children, actions, broken = false, heading = false }: Props) {
  const Title = heading ? 'h1' : 'b'
  return (
    <div className="empty" role={broken ? 'alert' : undefined}>
      <svg
        className="art-pic"
        viewBox="0 0 72 56"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {broken ? torn : whole}
      </svg>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

/** An error state with the reason and a retry button. */
export function ErrorNote({ title, error, onRetry }: { title: string; error?: Error | null; onRetry?: () => void }) {
  const t = useWords(uiWords)
  return (
    <Empty
      broken
      title={title}
      actions={
        onRetry && (
          <button type="button" className="btn" onClick={onRetry}>
            <RotateCw className="i" aria-hidden="true" />
            {t.retry}
          </button>
        )
      }
    >
      {error?.message}
    </Empty>
  )
}

/** A skeleton bar in the final size of the content; numbers are pixels at the usual text size. */
export const Bone = ({ width = '100%', height = 12 }: { width?: number | string; height?: number }) => (
  <span className="skel" style={{ width: typeof width === 'number' ? rem(width) : width, height: rem(height) }} />
)

const widths = ['92%', '100%', '68%', '96%', '54%', '84%']

/** A loading skeleton, visible after 150 ms. Takes bars in the final sizes, or a number of lines. */
export function Skeleton({ lines = 3, children }: { lines?: number; children?: ReactNode }) {
  const t = useWords(uiWords)
  return (
    <div className="skels" role="status" aria-busy="true" aria-label={t.loading}>
      {children ?? Array.from({ length: lines }, (_, at) => <Bone key={`${at + 1}`} width={widths[at % widths.length] ?? '80%'} />)}
    </div>
  )
}
