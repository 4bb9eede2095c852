import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, read, unwrapAnswer } from '../lib/api.ts'
import { refreshAfter } from '../lib/changes.ts'
import { sendFile, useAttempt } from '../lib/files/upload.ts'

export type Sending<Out> =
  | { at: 'start' }
  | { at: 'sending'; file: File; sent: number; isSent: boolean }
  | { at: 'failed'; file: File; error: Error }
  | { at: 'done'; file: File; answer: Out }

export type Progress = { stage: string; done: number; total: number } | undefined

const POLL_INTERVAL_MS = 400

/** One upload of a description, to `source/add` or `source/push`, with the progress that the server reports. */
export function useUpload<Out>(call: ((input: never) => Promise<Out>) & { path: string }) {
  const queries = useQueryClient()
  const [state, setState] = useState<Sending<Out>>({ at: 'start' })
  const { request_id, begin, end } = useAttempt()
  const cancel = useRef(() => {})
  const isWorking = state.at === 'sending' && state.isSent
  const progress = useQuery({
    ...read(api.import.progress, { request_id }),
    enabled: isWorking,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })
  useEffect(() => () => cancel.current(), [])

  /** Resolves with the answer, undefined after an error or a cancellation; `state` has the error. */
  const send = async (file: File, fields: Record<string, string>): Promise<Out | undefined> => {
    setState({ at: 'sending', file, sent: 0, isSent: false })
    const upload = sendFile(call.path, {
      fields: { ...fields, request_id: begin(file, fields) },
      fileField: 'file',
      file,
      events: {
        sent: (sent) => setState((now) => (now.at === 'sending' ? { ...now, sent } : now)),
        allSent: () => setState((now) => (now.at === 'sending' ? { ...now, sent: file.size, isSent: true } : now)),
      },
      read: (answer) => unwrapAnswer(answer) as Out,
    })
    cancel.current = upload.cancel
    try {
      const answer = await upload.done
      end()
      await refreshAfter(queries, call, fields)
      setState(answer === null ? { at: 'start' } : { at: 'done', file, answer })
      return answer ?? undefined
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      end(error)
      setState({ at: 'failed', file, error })
      return undefined
    } finally {
      cancel.current = () => {}
    }
  }
  return {
    state,
    progress: isWorking ? progress.data : undefined,
    send,
    cancel: () => cancel.current(),
    reset: () => setState({ at: 'start' }),
  }
}
