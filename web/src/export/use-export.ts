import { useEffect, useRef, useState } from 'react'
import { api, requestId } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { exportWords } from './export.words.ts'
import { type DownloadedFile, receive, save } from './receive.ts'

export interface ExportRequest {
  format: 'word' | 'markdown' | 'html'
  item_id: string
  cat_id: string
  page_id: string
}

export type ExportState =
  | { at: 'start'; cancelled?: true }
  | { at: 'working'; done: number; total: number; waits: boolean }
  | { at: 'done'; file: DownloadedFile }
  | { at: 'failed'; error: Error }

const PROGRESS_INTERVAL_MS = 600

/** One export at a time: asked for, watched, ended, saved. Whoever leaves the screen ends it. */
export function useExport() {
  const t = useWords(exportWords)
  const [state, setState] = useState<ExportState>({ at: 'start' })
  const running = useRef<{ end: AbortController; request_id: string } | undefined>(undefined)

  const cancel = () => {
    const { current } = running
    if (!current) return
    running.current = undefined
    current.end.abort()
    // The connection ends it as well; this counts where something in between holds on to that.
    void api.export.cancel({ request_id: current.request_id }).catch(() => {})
    setState({ at: 'start', cancelled: true })
  }
  const leave = useRef(cancel)
  leave.current = cancel
  useEffect(() => () => leave.current(), [])

  async function start({ format, ...part }: ExportRequest) {
    const mine = { end: new AbortController(), request_id: requestId() }
    running.current = mine
    const isMine = () => running.current === mine
    setState({ at: 'working', done: 0, total: 0, waits: false })
    const watch = setInterval(async () => {
      const seen = await api.export.progress({ request_id: mine.request_id }).catch(() => undefined)
      if (!seen || !isMine()) return
      const { stage, done, total } = seen
      if (stage === 'waiting' || stage === 'working') setState({ at: 'working', done, total, waits: stage === 'waiting' })
      else if (stage === 'done') setState({ at: 'working', done: total, total, waits: false })
    }, PROGRESS_INTERVAL_MS)
    try {
      const file = await receive(`export/${format}`, { ...part, request_id: mine.request_id }, mine.end.signal, t.broken)
      if (!isMine()) return
      save(file)
      setState({ at: 'done', file })
    } catch (error) {
      if (isMine()) setState({ at: 'failed', error: error as Error })
    } finally {
      clearInterval(watch)
      if (isMine()) running.current = undefined
    }
  }

  return { state, start, cancel }
}
