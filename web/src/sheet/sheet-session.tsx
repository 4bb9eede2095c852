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

/** In the place of the tools: who has the spreadsheet. */
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

/** The page as it is now, and the kept state that the address asks for. */
async function openSheet(page_id: string, history_id: string): Promise<OpenedSheet> {
  const old = history_id ? api.page.diff(withoutLoginRedirect({ page_id, page_history_id: history_id })) : undefined
  // A version that is no longer kept does not hinder the editing.
  const [page, states] = await Promise.all([api.page.info(withoutLoginRedirect({ page_id })), old?.catch(() => undefined)])
  return { page, restored: states?.history_page }
}

/** From the opening of a spreadsheet by somebody who may edit it to its leaving. Whoever is first gets it, the others read. */
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
    // What they wrote is what the grid opens with.
    if (await lock.take()) await refetch()
    setRenewing(false)
  }, [lock, refetch])

  const free = state.kind === 'foreign' && state.outside && state.free
  useEffect(() => {
    // A window nobody looks at takes nothing from anybody.
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
