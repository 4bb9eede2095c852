import type { MoveReport } from '@sheaf/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { ShowdocStart } from './begin.tsx'
import { ShowdocContinue } from './go-on.tsx'
import { ShowdocReport } from './report.tsx'
import { ShowdocRunning } from './running.tsx'
import { showdocWords } from './showdoc.words.ts'

/** How often it is asked how far a move is. */
const POLL_INTERVAL_MS = 1000
const progress = () => read(api.adminShowdoc.progress, {})

/** A whole ShowDoc becomes part of this site: where it is, how far it is, and what it told. */
export function Showdoc() {
  const t = useWords(showdocWords)
  const queries = useQueryClient()
  const found = useQuery({
    ...progress(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_INTERVAL_MS : false),
  })
  const [another, setAnother] = useState(false)
  const again = () => {
    setAnother(false)
    return queries.invalidateQueries({ queryKey: progress().queryKey })
  }
  const move = found.data
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
      </div>
      <p className="adm-sub">{t.about}</p>
      {move ? (
        <div className="adm-move">
          {move.state === 'running' && <ShowdocRunning move={move} onChange={again} />}
          {(move.state === 'stopped' || move.state === 'failed') && <ShowdocContinue move={move} onChange={again} />}
          {move.report && move.state !== 'running' && (
            <ShowdocReport move={move} report={JSON.parse(move.report) as MoveReport} onChange={again} />
          )}
          {move.state === 'none' || another ? (
            <ShowdocStart largest={move.largest} onBegun={again} />
          ) : (
            move.state !== 'running' && (
              <div>
                <button type="button" className="btn" onClick={() => setAnother(true)}>
                  {t.beginNew}
                </button>
              </div>
            )
          )}
        </div>
      ) : found.error ? (
        <ErrorNote title={t.failedTitle} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton lines={5} />
      )}
    </>
  )
}
