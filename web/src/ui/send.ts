import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, isNetworkError, requestId } from '../lib/api.ts'
import { isCreation, refreshAfter } from '../lib/changes.ts'
import { toast } from './toast.tsx'

interface Options<In, Out> {
  /** A toast after success. */
  done?: string | ((answer: Out, input: In) => string)
  /** Runs after success while the component is mounted. What must also happen later follows `await send(…)`. */
  onDone?: (answer: Out, input: In) => unknown
  /** Shows an error as a toast; a text is its title, with the message of the server below. */
  failed?: true | string
  /** Runs after an error while the component is mounted. */
  onFailed?: (error: ApiError, input: In) => unknown
  /** Further inputs wait for the previous one, in every component with this queue. Otherwise they are ignored while one is sent. */
  queue?: string
  /** The call whose changes `call` makes, if it makes several calls. They are refreshed after an error too. */
  changes?: { path: string }
  /** Refreshes in the background after `onDone`: for a dialog about an entry that is gone after the refresh. */
  refresh?: 'later'
}

/**
 * Sends a change to the server: a call of the contract, or a function that makes several. Refreshes what the call changes
 * (lib/changes.ts) before it is done. A call that creates something gets a request_id, which stays the same until an answer arrives
 * or the input changes, so that a retry creates nothing twice (W15).
 *
 * `send` resolves with the answer and rejects with the ApiError that `error` holds too; a rejection needs no handler.
 */
export function useSend<In, Out>(call: ((input: In) => Promise<Out>) & { path?: string }, options: Options<In, Out> = {}) {
  const queries = useQueryClient()
  const isMounted = useRef(false)
  const sending = useRef<Promise<Out>>(undefined)
  const attempt = useRef<{ input: string; request_id: string }>(undefined)
  const { done, onDone, failed, onFailed, queue, changes, refresh } = options
  const path = call.path ?? changes?.path

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const withRequestId = (input: In): In => {
    const text = JSON.stringify(input)
    if (attempt.current?.input !== text) attempt.current = { input: text, request_id: requestId() }
    return { ...input, request_id: attempt.current.request_id }
  }
  const { mutateAsync, isPending, isSuccess, data, error, variables, submittedAt, reset } = useMutation<Out, ApiError, In>({
    ...(queue !== undefined && { scope: { id: queue } }),
    mutationFn: async (input) => {
      const fields: object = Object(input)
      try {
        const answer = await call(call.path && isCreation(call.path, fields) ? withRequestId(input) : input)
        attempt.current = undefined
        if (path && refresh !== 'later') await refreshAfter(queries, { path }, fields)
        return answer
      } catch (problem) {
        const error = problem instanceof ApiError ? problem : new ApiError(0, (problem as Error).message)
        if (!isNetworkError(error)) attempt.current = undefined
        if (changes) await refreshAfter(queries, changes, fields)
        throw error
      }
    },
  })

  const perform = async (input: In) => {
    try {
      const answer = await mutateAsync(input)
      if (done !== undefined) toast(typeof done === 'string' ? done : done(answer, input))
      if (isMounted.current) await onDone?.(answer, input)
      if (path && refresh === 'later') void refreshAfter(queries, { path }, Object(input))
      return answer
    } catch (problem) {
      const error = problem as ApiError
      if (failed) toast(failed === true ? error.message : failed, 'bad', failed === true ? {} : { detail: error.message })
      if (isMounted.current) await onFailed?.(error, input)
      throw error
    } finally {
      sending.current = undefined
    }
  }
  const send = (input: In): Promise<Out> => {
    if (sending.current && queue === undefined) return sending.current
    const request = perform(input)
    sending.current = request
    request.catch(() => {})
    return request
  }
  return {
    send,
    busy: isPending,
    isDone: isSuccess,
    answer: data,
    error,
    reset,
    /** The input that is being sent. */
    input: isPending ? variables : undefined,
    /** When the last successful input was sent; 0 before. */
    savedAt: isSuccess ? submittedAt : 0,
  }
}
