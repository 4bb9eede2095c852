import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, isError, isNetworkError, requestId } from '../lib/api.ts'
import { isCreation, isDeletion, refreshAfter } from '../lib/changes.ts'
import { closeToast, getToasts, toast } from './toast.tsx'

interface Options<In, Out> {
  /** A toast after success. */
  done?: string | ((answer: Out, input: In) => string)
  /** Runs after success while the component is mounted. What must also happen later follows `await send(…)`. */
  onDone?: (answer: Out, input: In) => unknown
  /** Shows an error as a toast, until the same input succeeds; a text is its title, with the message of the server below. */
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

/** The screen shows less than the server knows: the answer to a finished call was lost, or another person was faster. */
const isBehind = (error: ApiError) =>
  isNetworkError(error) || isError(error, 'notFound', 'memberAlready', 'boundAlready', 'suggestionClosed', 'offerClosed')

/**
 * Sends a change to the server: a call of the contract, or a function that makes several. Refreshes what the call changes
 * (lib/changes.ts) before it is done, and after an error that says that the screen is outdated. A call that creates something gets a
 * request_id, which stays the same until an answer arrives or the input changes, so that a retry creates nothing twice (W15). A deletion
 * that is repeated after no answer is done when its entry is gone.
 *
 * `send` resolves with the answer and rejects with the ApiError that `error` holds too; a rejection needs no handler.
 */
export function useSend<In, Out>(call: ((input: In) => Promise<Out>) & { path?: string }, options: Options<In, Out> = {}) {
  const queries = useQueryClient()
  const isMounted = useRef(false)
  const sending = useRef<Promise<Out>>(undefined)
  const unanswered = useRef<{ input: string; request_id: string }>(undefined)
  /** The toasts of errors, by input. */
  const failures = useRef(new Map<string, number>())
  const { done, onDone, failed, onFailed, queue, changes, refresh } = options
  const path = call.path ?? changes?.path

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  /** The attempt that this input begins or repeats. */
  const attempt = (input: In) => {
    const text = JSON.stringify(input)
    const isRepeat = unanswered.current?.input === text
    if (!isRepeat) unanswered.current = { input: text, request_id: requestId() }
    return { isRepeat, request_id: unanswered.current?.request_id }
  }
  const { mutateAsync, isPending, isSuccess, data, error, variables, submittedAt, reset } = useMutation<Out, ApiError, In>({
    ...(queue !== undefined && { scope: { id: queue } }),
    mutationFn: async (input) => {
      const fields: object = Object(input)
      const isMaking = call.path !== undefined && isCreation(call.path, fields)
      const isDeleting = call.path !== undefined && !isMaking && isDeletion(call.path)
      const { isRepeat, request_id } = isMaking || isDeleting ? attempt(input) : { isRepeat: false }
      try {
        const answer = await call(isMaking ? { ...input, request_id } : input)
        unanswered.current = undefined
        if (path && refresh !== 'later') await refreshAfter(queries, { path }, fields)
        return answer
      } catch (problem) {
        const error = problem instanceof ApiError ? problem : new ApiError(0, (problem as Error).message)
        if (!isNetworkError(error)) unanswered.current = undefined
        if (isDeleting && isRepeat && isError(error, 'notFound', 'noVisit')) {
          if (path && refresh !== 'later') await refreshAfter(queries, { path }, fields)
          return undefined as Out
        }
        if (changes) await refreshAfter(queries, changes, fields)
        // A creation without an answer is repeated with its request_id; what it made must not change the screen under its dialog.
        else if (path && isBehind(error) && !(isMaking && isNetworkError(error))) void refreshAfter(queries, { path }, fields)
        throw error
      }
    },
  })

  const perform = async (input: In) => {
    try {
      const answer = await mutateAsync(input)
      closeToast(failures.current.get(JSON.stringify(input)) ?? 0)
      if (done !== undefined) toast(typeof done === 'string' ? done : done(answer, input))
      if (isMounted.current) await onDone?.(answer, input)
      if (path && refresh === 'later') void refreshAfter(queries, { path }, Object(input))
      return answer
    } catch (problem) {
      const error = problem as ApiError
      if (failed) {
        toast(failed === true ? error.message : failed, 'bad', failed === true ? {} : { detail: error.message })
        failures.current.set(JSON.stringify(input), getToasts().at(-1)?.id ?? 0)
      }
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
