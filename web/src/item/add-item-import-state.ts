import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, requestId } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { type Imported, sendZip } from './add-item-upload.ts'

export type Import =
  | { at: 'start'; cancelled?: boolean }
  | { at: 'sending'; file: File; sent: number; allSent: boolean }
  | { at: 'failed'; file: File; password: string; error: Error }
  | { at: 'done'; imported: Imported }

const POLL = 400

/** One import from the choice of the file to the report, with what the server says of its own progress. */
export function useImport() {
  const queries = useQueryClient()
  const [state, setState] = useState<Import>({ at: 'start' })
  const [request_id, renew] = useState(requestId)
  const cancel = useRef(() => {})
  const sending = state.at === 'sending'

  const progress = useQuery({
    ...read(api.import.progress, { request_id }),
    enabled: sending && state.allSent,
    refetchInterval: POLL,
    staleTime: 0,
  })

  useEffect(() => () => cancel.current(), [])
  useEffect(() => {
    if (!sending) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [sending])

  /* A repeat after no answer carries the same request_id: if the first try did arrive, its item is the answer (W15). */
  const send = async (file: File, password: string) => {
    setState({ at: 'sending', file, sent: 0, allSent: false })
    const upload = sendZip(
      file,
      { request_id, password },
      {
        sent: (sent) => setState((now) => (now.at === 'sending' ? { ...now, sent } : now)),
        allSent: () => setState((now) => (now.at === 'sending' ? { ...now, sent: file.size, allSent: true } : now)),
      },
    )
    cancel.current = upload.cancel
    try {
      const imported = await upload.done
      renew(requestId())
      setState(imported ? { at: 'done', imported } : { at: 'start', cancelled: true })
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (!(error instanceof ApiError && error.code === 0)) renew(requestId())
      setState({ at: 'failed', file, password, error })
    }
    cancel.current = () => {}
    void queries.invalidateQueries({ queryKey: ['item'] })
  }
  const again = () => {
    renew(requestId())
    setState({ at: 'start' })
  }
  return { state, progress: sending && state.allSent ? progress.data : undefined, send, again, cancel: () => cancel.current() }
}
