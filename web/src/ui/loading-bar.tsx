import { useWords } from '../lib/words.ts'
import { uiWords } from './ui.words.ts'

/** A thin bar at the top of the window while the next screen or page loads. It appears only after a delay. */
export function LoadingBar({ label }: { label?: string }) {
  const t = useWords(uiWords)
  return <div className="progress" role="progressbar" aria-label={label ?? t.loading} />
}
