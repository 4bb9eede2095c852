import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { SessionRows } from '../../user/security/session-rows.tsx'
import type { User } from '../list.tsx'
import { usersWords } from './users.words.ts'

/** Where a person is signed in and with what; ends the sessions, and takes off the second step of someone who has lost all devices. */
export function PersonDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useWords(usersWords)
  const name = user.name || user.username
  const { uid } = user
  const person = useQuery({ ...read(api.adminUser.sessions, { uid }), staleTime: 0 })
  const [asking, setAsking] = useState<'end' | 'step'>()
  const [confirmed, question] = useConfirmed()
  const end = useSend(api.adminUser.endSessions, { done: t.ended })
  const takeOff = useSend(() => confirmed(() => api.adminUser.endSecondStep({ uid })), {
    changes: api.adminUser.endSecondStep,
    done: t.stepTaken(name),
  })
  const close = () => setAsking(undefined)
  const { data } = person
  return (
    <>
      <Dialog title={t.signInOf(name)} wide onClose={onClose}>
        {data ? (
          <>
            <div className="adm-person">
              <p>{data.methods.length > 0 ? t.hasStep(Number(data.codes_left)) : t.hasNoStep}</p>
              {data.methods.length > 0 && (
                <button type="button" className="btn small danger" onClick={() => setAsking('step')}>
                  {t.takeStep}
                </button>
              )}
            </div>
            <div className="adm-person">
              <p>{data.sessions.length > 0 ? t.endText(data.sessions.length) : t.nowhere}</p>
              {data.sessions.length > 0 && (
                <button type="button" className="btn small" onClick={() => setAsking('end')}>
                  {t.endAll}
                </button>
              )}
            </div>
            {data.sessions.length > 0 && (
              <div className="secure-rows">
                <SessionRows sessions={data.sessions} />
              </div>
            )}
          </>
        ) : person.error ? (
          <ErrorNote title={t.signInFailed} error={person.error} onRetry={() => void person.refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Dialog>
      {asking === 'step' && (
        <ConfirmDialog title={t.takeStepTitle(name)} action={t.takeStepDo} danger onConfirm={() => takeOff.send(undefined)} onClose={close}>
          {t.takeStepText}
        </ConfirmDialog>
      )}
      {asking === 'end' && (
        <ConfirmDialog title={t.endTitle(name)} action={t.endDo} danger onConfirm={() => end.send({ uid })} onClose={close}>
          {t.endText(data?.sessions.length ?? 0)}
        </ConfirmDialog>
      )}
      {question}
    </>
  )
}
