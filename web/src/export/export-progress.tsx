import { CircleAlert, CircleCheck } from 'lucide-react'
import { sizeOf } from '../lib/format/sizes.ts'
import { useWords } from '../lib/words.ts'
import { LeaveQuestion } from '../ui/frame/leave-question.tsx'
import { exportWords } from './export.words.ts'
import { save } from './receive.ts'
import type { ExportState } from './use-export.ts'

/** How an export goes, and how it ended. */
export function ExportProgress({ state, onCancel, onRetry }: { state: ExportState; onCancel: () => void; onRetry: () => void }) {
  const t = useWords(exportWords)
  if (state.at === 'working') return <Working {...state} onCancel={onCancel} />
  if (state.at === 'done')
    return (
      <div className="export-end ok" role="status">
        <CircleCheck className="i" aria-hidden="true" />
        <span className="grow">{t.done(state.file.name, sizeOf(state.file.blob.size))}</span>
        <button type="button" className="btn s" onClick={() => save(state.file)}>
          {t.again}
        </button>
      </div>
    )
  if (state.at === 'failed')
    return (
      <div className="export-end bad" role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        <span className="grow">
          <b>{t.failed}</b> {state.error.message}
        </span>
        <button type="button" className="btn s" onClick={onRetry}>
          {t.retry}
        </button>
      </div>
    )
  return state.cancelled ? (
    <p className="line-note info" role="status">
      {t.ended}
    </p>
  ) : null
}

function Working({ done, total, waits, onCancel }: Extract<ExportState, { at: 'working' }> & { onCancel: () => void }) {
  const t = useWords(exportWords)
  const word = waits ? t.waiting : total === 0 ? t.starting : done < total ? t.working(done, total) : t.receiving
  return (
    <section className="export-working">
      <progress max={total || 1} {...(total > 0 && { value: done })} aria-label={t.title} aria-valuetext={word} />
      <p>
        <span className="grow" role="status">
          {word}
        </span>
        <button type="button" className="btn s" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
      <p className="muted">{t.stay}</p>
      <LeaveQuestion title={t.leaveTitle} action={t.leaveDo} stay={t.leaveStay}>
        {t.leaveText}
      </LeaveQuestion>
    </section>
  )
}
