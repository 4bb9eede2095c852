import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { uiWords } from '../ui.words.ts'

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
