import { Lock } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import type { LockState } from '../writing/lock/lock.ts'
import { lockWords } from '../writing/lock/lock.words.ts'
import { sheetEditWords } from './sheet-edit.words.ts'

interface Props {
  state: Extract<LockState, { kind: 'foreign' }>
  onEdit: () => void
}

/** In the place of the tools: who has the spreadsheet. */
export function SheetLocked({ state, onEdit }: Props) {
  const t = useWords(sheetEditWords)
  const lock = useWords(lockWords)
  return (
    <div className="line-note sheet-note" role="alert">
      <Lock className="i" aria-hidden="true" />
      {state.free ? (
        <>
          <span>{t.free}</span>
          <button type="button" onClick={onEdit}>
            {t.edit}
          </button>
        </>
      ) : (
        <span>
          <b>{t.busy(state.holder || lock.someone)}</b> {t.busyText}
        </span>
      )}
    </div>
  )
}
