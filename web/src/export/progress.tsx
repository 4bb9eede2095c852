import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, requestId } from '../lib/api.ts'
import { sizeOf } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { type DownloadedFile, receive, save } from '../ui/download.ts'
import { LeaveQuestion } from '../ui/frame/leave-question.tsx'
import { exportWords } from './export.words.ts'

interface ExportRequest {
  format: 'word' | 'markdown' | 'html'
  item_id: string
  cat_id: string
  page_id: string
  lines?: string
}

type ExportState =
  | { at: 'start'; cancelled?: true }
  | { at: 'working'; done: number; total: number; isWaiting: boolean }
  | { at: 'done'; file: DownloadedFile }
  | { at: 'failed'; error: Error }

const PROGRESS_INTERVAL_MS = 600

/** Runs one export at a time: starts it, polls its progress and saves the file. Leaving the screen cancels it. */
export function useExport() {
  const t = useWords(exportWords)
  const [state, setState] = useState<ExportState>({ at: 'start' })
  const running = useRef<{ end: AbortController; request_id: string } | undefined>(undefined)

  const cancel = () => {
    const { current } = running
    if (!current) return
    running.current = undefined
    current.end.abort()
    // Closing the connection cancels it too, unless a proxy keeps the connection open.
    void api.export.cancel({ request_id: current.request_id }).catch(() => {})
    setState({ at: 'start', cancelled: true })
  }
  const cancelLatest = useRef(cancel)
  cancelLatest.current = cancel
  useEffect(() => () => cancelLatest.current(), [])

  async function start({ format, ...part }: ExportRequest) {
    const run = { end: new AbortController(), request_id: requestId() }
    running.current = run
    const isCurrent = () => running.current === run
    setState({ at: 'working', done: 0, total: 0, isWaiting: false })
    const watch = setInterval(async () => {
      const progress = await api.export.progress({ request_id: run.request_id }).catch(() => undefined)
      if (!progress || !isCurrent()) return
      const { stage, done, total } = progress
      if (stage === 'waiting' || stage === 'working') setState({ at: 'working', done, total, isWaiting: stage === 'waiting' })
      else if (stage === 'done') setState({ at: 'working', done: total, total, isWaiting: false })
    }, PROGRESS_INTERVAL_MS)
    try {
      const file = await receive(`export/${format}`, { ...part, request_id: run.request_id }, run.end.signal, t.broken)
      if (!isCurrent()) return
      save(file)
      setState({ at: 'done', file })
    } catch (error) {
      if (isCurrent()) setState({ at: 'failed', error: error as Error })
    } finally {
      clearInterval(watch)
      if (isCurrent()) running.current = undefined
    }
  }

  return { state, start, cancel }
}

/** The progress and the result of an export. */
export function ExportProgress({ state, onCancel, onRetry }: { state: ExportState; onCancel: () => void; onRetry: () => void }) {
  const t = useWords(exportWords)
  if (state.at === 'working') return <Working {...state} onCancel={onCancel} />
  if (state.at === 'done')
    return (
      <div className="export-end ok" role="status">
        <CircleCheck className="i" aria-hidden="true" />
        <span className="grow">{t.done(state.file.name, sizeOf(state.file.blob.size))}</span>
        <button type="button" className="btn small" onClick={() => save(state.file)}>
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
        <button type="button" className="btn small" onClick={onRetry}>
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

function Working({ done, total, isWaiting, onCancel }: Extract<ExportState, { at: 'working' }> & { onCancel: () => void }) {
  const t = useWords(exportWords)
  const word = isWaiting ? t.waiting : total === 0 ? t.starting : done < total ? t.working(done, total) : t.receiving
  return (
    <section className="card sending">
      <progress max={total || 1} {...(total > 0 && { value: done })} aria-label={t.title} aria-valuetext={word} />
      <p>
        <span className="grow" role="status">
          {word}
        </span>
        <button type="button" className="btn small" onClick={onCancel}>
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
