import { Lock as Closed, LockOpen } from 'lucide-react'
import { clock } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { lockWords } from '../editor.words.ts'
import type { EditLock, LockState } from './lock.ts'

/** Another user took the lock while this editor was open, for instance during sleep. */
export function LockNote({ state }: { state: LockState }) {
  const t = useWords(lockWords)
  if (state.kind !== 'foreign' || state.outside) return null
  return (
    <div className="line-note" role="status">
      {t.lost(state.holder || t.someone)}
    </div>
  )
}

/** The own lock, shown in the status bar; the bar names another holder. */
export function LockStatus({ state }: { state: LockState }) {
  const t = useWords(lockWords)
  const text = state.kind === 'held' ? t.until(clock(state.until)) : state.kind === 'given' ? t.given : ''
  return text && <span className="ed-wide">{text}</span>
}

/** The entry in the page menu that releases the lock or takes it again. */
export function LockItem({ held: { lock, state }, page_id }: { held: EditLock; page_id: string }) {
  const t = useWords(lockWords)
  const unlock = async () => {
    try {
      await lock.release()
      toast(t.unlocked)
    } catch (problem) {
      toast(t.notUnlocked, 'bad', { detail: (problem as Error).message })
    }
  }
  if (state.kind === 'given')
    return (
      <MenuItem icon={<Closed className="i" aria-hidden="true" />} onSelect={() => lock.hold(page_id)}>
        {t.lock}
      </MenuItem>
    )
  if (state.kind !== 'held') return null
  return (
    <MenuItem icon={<LockOpen className="i" aria-hidden="true" />} onSelect={() => void unlock()}>
      {t.unlock}
    </MenuItem>
  )
}
