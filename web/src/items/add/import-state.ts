import type { Answer } from '@sheaf/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api, read, requestId, unwrapAnswer } from '../../lib/api.ts'
import { sendFile } from '../../lib/upload.ts'

export type Imported = Answer<'import', 'auto'>
export type Previewed = Answer<'import', 'preview'>

interface UploadEvents {
  sent: (bytes: number) => void
  allSent: () => void
}

const send = <Out>(path: string, file: File, fields: Record<string, string>, told: UploadEvents) =>
  sendFile(path, { fields, as: 'file', file, told, read: (answer) => unwrapAnswer(answer) as Out })

/** Sends the file; an import may take minutes. */
export const sendImport = (file: File, fields: Record<string, string>, told: UploadEvents) =>
  send<Imported>('import/auto', file, fields, told)

/** Asks what the file would do in an item. */
export const sendPreview = (file: File, fields: { item_id: string; cat_id: string }, told: UploadEvents) =>
  send<Previewed>('import/preview', file, fields, told)

/** Who may read the new item, or where in an item the file goes. */
type Fields = { password: string } | { item_id: string; cat_id: string }

export type Import =
  | { at: 'start'; cancelled?: boolean }
  | { at: 'sending'; file: File; sent: number; allSent: boolean }
  | { at: 'failed'; file: File; fields: Fields; error: Error }
  | { at: 'done'; imported: Imported }

const POLL_INTERVAL_MS = 400

/**
 * One import from the choice of the file to the report, with what the server says of its own progress. What is on the screen is asked
 * again when it is done, or, when the report stands on that screen, `later`: once the report is gone.
 */
export function useImport({ later = false } = {}) {
  const queries = useQueryClient()
  const [state, setState] = useState<Import>({ at: 'start' })
  const [request_id, renew] = useState(requestId)
  const cancel = useRef(() => {})
  const sending = state.at === 'sending'

  const progress = useQuery({
    ...read(api.import.progress, { request_id }),
    enabled: sending && state.allSent,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })

  const stale = useRef(false)
  const refresh = useCallback(() => {
    if (stale.current) for (const room of ['item', 'page', 'catalog']) void queries.invalidateQueries({ queryKey: [room] })
    stale.current = false
  }, [queries])

  useEffect(() => () => cancel.current(), [])
  useEffect(() => refresh, [refresh])

  /* A repeat after no answer carries the same request_id: if the first try did arrive, its item is the answer (W15). */
  const send = async (file: File, fields: Fields) => {
    setState({ at: 'sending', file, sent: 0, allSent: false })
    const upload = sendImport(
      file,
      { request_id, ...fields },
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
      setState({ at: 'failed', file, fields, error })
    }
    cancel.current = () => {}
    stale.current = true
    if (!later) refresh()
  }
  const again = () => {
    renew(requestId())
    setState({ at: 'start' })
  }
  return { state, progress: sending && state.allSent ? progress.data : undefined, send, again, cancel: () => cancel.current() }
}
