import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
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
  /** Something went wrong: the cord is torn. */
  broken?: boolean
  /** The whole screen is this: the title is its heading. */
  heading?: boolean
}

/** Nothing here, and what to do about it. */
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

/** What could not be shown, why, and the way to try again. */
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

/** One bar; its size is the final size of what it stands for. */
export const Bone = ({ width = '100%', height = 12 }: { width?: number | string; height?: number }) => (
  <span className="skel" style={{ width, height }} />
)

const widths = ['92%', '100%', '68%', '96%', '54%', '84%']

/** Stands for what is being loaded; seen after 150 ms. Give bones of the final sizes, or a number of lines. */
export function Skeleton({ lines = 3, children }: { lines?: number; children?: ReactNode }) {
  const t = useWords(uiWords)
  return (
    <div className="skels" role="status" aria-busy="true" aria-label={t.loading}>
      {children ?? Array.from({ length: lines }, (_, at) => <Bone key={`${at + 1}`} width={widths[at % widths.length] ?? '80%'} />)}
    </div>
  )
}
