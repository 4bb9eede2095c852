import { Minimize, X } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { readingWords } from '../reading.words.ts'

/** What lies over the text: behind an open panel the cover that closes it, in the full view the way out. */
export function Over({
  covered,
  full,
  onClose,
  onLeaveFull,
}: Record<'covered' | 'full', boolean> & Record<'onClose' | 'onLeaveFull', () => void>) {
  const t = useWords(readingWords)
  return (
    <>
      {covered && (
        <button type="button" className="cover" aria-label={t.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </button>
      )}
      {full && (
        <IconButton className="unfull" name={t.leaveFullScreen} keys="Esc" onClick={onLeaveFull}>
          <Minimize className="i" aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}
