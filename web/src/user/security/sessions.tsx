import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { SecuritySection } from './row.tsx'
import { securityWords } from './security.words.ts'
import { type SessionRow, SessionRows, useSessionName } from './session-rows.tsx'

function SessionActs({ session }: { session: SessionRow }) {
  const t = useWords(securityWords)
  const name = useSessionName()(session)
  const end = useSend(api.session.end, { done: t.ended, failed: true })
  const forget = useSend(api.session.forgetDevice, { done: t.forgotten, failed: true })
  const { session_id } = session
  return (
    <>
      {Number(session.trusted_until) * 1000 > Date.now() && (
        <button
          type="button"
          className="btn small quiet"
          aria-label={t.forgetOf(name)}
          disabled={forget.busy}
          onClick={() => void forget.send({ session_id })}
        >
          {t.forget}
        </button>
      )}
      {!session.is_own && (
        <button
          type="button"
          className="btn small"
          aria-label={t.endOf(name)}
          disabled={end.busy}
          onClick={() => void end.send({ session_id })}
        >
          {t.end}
        </button>
      )}
    </>
  )
}

/** Where the user is signed in; the session of this browser is first. */
export function Sessions() {
  const t = useWords(securityWords)
  const list = useQuery({ ...read(api.session.getList, {}), refetchOnMount: 'always' })
  const [isAsking, setAsking] = useState(false)
  const endOthers = useSend(api.session.endOthers, { done: ({ ended }) => t.endedOthers(Number(ended)) })
  const sessions = list.data && [...list.data].sort((a, b) => Number(b.is_own) - Number(a.is_own))
  const others = sessions?.some(({ is_own }) => !is_own) && (
    <button type="button" className="btn small" onClick={() => setAsking(true)}>
      {t.endOthers}
    </button>
  )
  return (
    <SecuritySection title={t.sessions} count={sessions?.length} end={others}>
      {sessions ? (
        <SessionRows sessions={sessions} end={(session) => <SessionActs session={session} />} />
      ) : list.error ? (
        <ErrorNote title={t.sessionsFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RowsWaiting rows={2} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.endOthersTitle}
          action={t.endOthersDo}
          danger
          onConfirm={() => endOthers.send({})}
          onClose={() => setAsking(false)}
        >
          {t.endOthersText}
        </ConfirmDialog>
      )}
    </SecuritySection>
  )
}

/** Rows in their final height. */
export const RowsWaiting = ({ rows }: { rows: number }) => (
  <Skeleton>
    {Array.from({ length: rows }, (_, at) => (
      <div key={`${at + 1}`} className="secure-row">
        <Bone width={36} height={36} />
        <div>
          <Bone width="30%" height={14} />
          <Bone width="60%" />
        </div>
      </div>
    ))}
  </Skeleton>
)
