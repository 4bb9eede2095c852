import './editor.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { paths } from '../lib/paths.ts'
import { writesIn } from '../tree/rights.ts'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import type { EditorHistoryState } from '../writing/leave.tsx'
import { EditorLocked } from '../writing/lock/dialog.tsx'
import { useLock } from '../writing/lock/use.ts'
import { openPage, type Start } from './load.ts'
import { EditorPage } from './page.tsx'
import { EditorRefused } from './refused.tsx'

/** The editor's rows in their final heights while the page is on its way. */
function EditorSkeleton() {
  return (
    <div className="ed" aria-busy="true">
      <header className="top" />
      <div className="ed-tools" />
      <div className="ed-split">
        {['left', 'right'].map((side) => (
          <div key={side} className={`ed-pane ed-${side} ed-wait`}>
            <Skeleton>
              <Bone width="46%" height={30} />
              <Bone width="92%" />
              <Bone width="100%" />
              <Bone width="68%" />
              <Bone width="84%" />
            </Skeleton>
          </div>
        ))}
      </div>
      <div className="ed-foot" />
    </div>
  )
}

const TABLE = '4'

export function EditorScreen() {
  const { item_id = '', page_id = '0' } = useParams()
  const [search] = useSearchParams()
  const location = useLocation()
  const session = (location.state as EditorHistoryState | null)?.editor ?? location.key
  const start = {
    item_id,
    page_id,
    copy_page_id: search.get('copy_page_id') ?? '',
    cat_id: search.get('cat_id') ?? '',
    history_id: search.get('history_id') ?? '',
  }
  return <EditorSession key={session} session={session} start={start} />
}

function EditorSession({ session, start: first }: { session: string; start: Start }) {
  const [start] = useState(first)
  const held = useLock(start.item_id, start.page_id)
  const [renewing, setRenewing] = useState(false)
  const opened = useQuery({
    queryKey: ['editor', session, start],
    queryFn: () => openPage(start),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (opened.isPending) return <EditorSkeleton />
  if (opened.isError) return <EditorRefused error={opened.error} start={start} onRetry={() => void opened.refetch()} />
  const { item } = opened.data
  // A spreadsheet is edited where it is read.
  if (item.item_type === TABLE) return <Navigate replace to={paths.sheet(item, start.page_id, { history_id: start.history_id ?? '' })} />
  if (!writesIn(item, opened.data.content.cat_id)) return <EditorRefused item={item} start={start} />
  if (held.state.kind === 'asking') return <EditorSkeleton />
  if (held.state.kind === 'foreign' && held.state.outside) {
    // What they wrote is what the editor opens with.
    const edit = async () => {
      setRenewing(true)
      const taken = await held.lock.take()
      if (taken) await opened.refetch()
      setRenewing(false)
      return taken
    }
    return (
      <>
        <EditorSkeleton />
        <EditorLocked state={held.state} page={paths.page(item, start.page_id)} onEdit={edit} />
      </>
    )
  }
  if (renewing) return <EditorSkeleton />
  return <EditorPage opened={opened.data} session={session} held={held} />
}
