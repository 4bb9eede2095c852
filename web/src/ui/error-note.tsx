import { RotateCw } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { Empty } from './empty.tsx'
import { uiWords } from './ui.words.ts'

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
