import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import type { View } from '../reading/article/view.tsx'
import { lockWords } from '../writing/editor.words.ts'
import type { EditorHistoryState } from '../writing/leave.tsx'
import { type LockState, useLock } from '../writing/lock/lock.ts'
import { SheetEditor } from './editor.tsx'
import { type OpenedSheet, type SheetPlace, SheetReading } from './reading.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'
import { SheetViewer } from './sheet-viewer.tsx'

interface Props {
  state: Extract<LockState, { kind: 'foreign' }>
  onEdit: () => void
}

/** Replaces the toolbar: shows who holds the edit lock. */
function SheetLocked({ state, onEdit }: Props) {
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

/** Loads the current page and the version that the address requests. */
async function openSheet(page_id: string, history_id: string): Promise<OpenedSheet> {
  const old = history_id ? api.page.diff(withoutLoginRedirect({ page_id, page_history_id: history_id })) : undefined
  // A version that no longer exists does not prevent editing.
  const [page, states] = await Promise.all([api.page.info(withoutLoginRedirect({ page_id })), old?.catch(() => undefined)])
  return { page, restored: states?.history_page }
}

/** One session of a user who may edit the spreadsheet. The first such user gets the edit lock; the others read. */
export function SheetSession({ view, ...place }: SheetPlace & { view: View }) {
  const { page_id } = view
  const location = useLocation()
  const [search] = useSearchParams()
  const [session] = useState((location.state as EditorHistoryState | null)?.editor ?? location.key)
  const [history_id] = useState(search.get('history_id') ?? '')
  const held = useLock(place.info.item_id, page_id)
  const { lock, state } = held
  const [renewing, setRenewing] = useState(false)
  const opened = useQuery({
    queryKey: ['sheet', session, page_id],
    queryFn: () => openSheet(page_id, history_id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { refetch } = opened
  const edit = useCallback(async () => {
    setRenewing(true)
    // The grid must open with the changes of the previous lock holder.
    if (await lock.take()) await refetch()
    setRenewing(false)
  }, [lock, refetch])

  const free = state.kind === 'foreign' && state.outside && state.free
  useEffect(() => {
    // A hidden window does not take the lock.
    if (free && document.visibilityState === 'visible') void edit()
  }, [free, edit])

  if (state.kind === 'foreign' && state.outside) {
    const note = <SheetLocked state={state} onEdit={() => void edit()} />
    return view.needs.includes('grid') ? (
      <SheetViewer {...place} view={view} note={note} />
    ) : (
      <SheetReading {...place} view={view} note={note} />
    )
  }
  if (!opened.data || state.kind === 'asking' || renewing) return <SheetReading {...place} view={view} waiting={!opened.isError} />
  return <SheetEditor {...place} view={view} opened={opened.data} held={held} session={session} />
}
