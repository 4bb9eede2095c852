import type { MoveReport } from '@sheaf/contract'
import { factsOf } from '@sheaf/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { OwnPasswordDialog } from '../../ui/own-password-dialog.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { type Migration, ShowdocReport } from './report.tsx'
import { showdocWords } from './showdoc.words.ts'
import { ShowdocStart } from './start.tsx'

/** The progress of a running move, with a button to stop it. */
function ShowdocRunning({ move }: { move: Migration }) {
  const t = useWords(showdocWords)
  const language = useLanguage()
  const stop = useSend(api.adminShowdoc.stop)
  const count = (n: number) => n.toLocaleString(factsOf(language).region)
  const { done, total } = move
  return (
    <section className="adm-moving">
      <h2>{move.what === 'move' ? t.moving(move.place) : t.comparing(move.place)}</h2>
      <p>
        <span aria-live="polite">{useStage(move)}</span>
        <span className="num muted">{total > 0 ? t.of(count(done), count(total)) : done > 0 ? count(done) : ''}</span>
      </p>
      <progress aria-label={t.title} {...(total > 0 ? { value: done, max: total } : {})} />
      <p className="muted">{t.leave}</p>
      <button type="button" className="btn" disabled={stop.busy || stop.isDone} onClick={() => void stop.send({})}>
        {stop.busy || stop.isDone ? t.stopping : t.stop}
      </button>
      <FieldError>{stop.error?.message}</FieldError>
    </section>
  )
}

function useStage({ stage, table }: Migration): string {
  const t = useWords(showdocWords)
  const stages: Record<string, string> = {
    unpacking: t.unpacking,
    copying: t.copying,
    planning: t.planning,
    writing: t.writing(table),
    files: t.files,
    proving: t.proving,
    done: t.ended,
  }
  return stages[stage] ?? ''
}

/** A stopped or failed move: the reason, and a button to continue. */
function ShowdocContinue({ move }: { move: Migration }) {
  const t = useWords(showdocWords)
  const [confirming, setConfirming] = useState(false)
  const isFailed = move.state === 'failed'
  return (
    <section className="adm-moving">
      {isFailed ? (
        <>
          <h2>{t.failed(move.place)}</h2>
          <p className="line-note bad" role="alert">
            {move.problem}
          </p>
        </>
      ) : (
        <p>{t.stopped(move.place)}</p>
      )}
      <button type="button" className="btn primary" onClick={() => setConfirming(true)}>
        {isFailed ? t.again : t.goOn}
      </button>
      {confirming && <GoOnDialog onClose={() => setConfirming(false)} />}
    </section>
  )
}

function GoOnDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(showdocWords)
  const resume = useSend(api.adminShowdoc.resume, { onDone: onClose })
  return (
    <OwnPasswordDialog
      title={t.goOnTitle}
      action={t.goOn}
      label={t.password}
      missing={t.passwordMissing}
      onSend={(password) => resume.send({ password })}
      onClose={onClose}
    />
  )
}

/** How often the progress of a running move is requested. */
const POLL_INTERVAL_MS = 1000

/** Moves a whole ShowDoc into this site: start, progress and report. */
export function Showdoc() {
  const t = useWords(showdocWords)
  const found = useQuery({
    ...read(api.adminShowdoc.progress, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_INTERVAL_MS : false),
  })
  const [startingNew, setStartingNew] = useState(false)
  const move = found.data
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      {move ? (
        <div className="adm-move">
          {move.state === 'running' && <ShowdocRunning move={move} />}
          {(move.state === 'stopped' || move.state === 'failed') && <ShowdocContinue move={move} />}
          {move.report && move.state !== 'running' && <ShowdocReport move={move} report={JSON.parse(move.report) as MoveReport} />}
          {move.state === 'none' || startingNew ? (
            <ShowdocStart largest={move.largest} onBegun={() => setStartingNew(false)} />
          ) : (
            move.state !== 'running' && (
              <div>
                <button type="button" className="btn" onClick={() => setStartingNew(true)}>
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
