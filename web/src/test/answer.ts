import type { CallFunction } from '@sheaf/contract/client'
import { type ErrorName, errors } from '@sheaf/contract/errors'
import { vi } from 'vitest'

type Fields = Record<string, string>
type Envelope = { error_code: number; error_message: string; error_name?: ErrorName; data: unknown }

/** The envelope of an error, as the server sends it. */
export const refusal = (error: ErrorName, message: string = errors[error].en, data: unknown = null): Envelope => ({
  error_code: errors[error].code,
  error_message: message,
  data,
  error_name: error,
})

const answers = new Map<string, (fields: Fields) => Envelope | Promise<Envelope>>()

/** Every call that the screen under test has sent: its path and fields. */
export const sentRequests: { path: string; fields: Fields }[] = []

const respond = async (address: string, init?: { body?: URLSearchParams }) => {
  const path = String(address).replace(/^.*\/api\//, '')
  const fields = Object.fromEntries(init?.body ?? [])
  sentRequests.push({ path, fields })
  const answerTo = answers.get(path)
  return Response.json(answerTo ? await answerTo(fields) : refusal('unknownCall', `no answer for ${path}`))
}
vi.stubGlobal('fetch', respond)

/** Sets the server's answer to a call; a function receives the sent fields. The contract types the data, so a stale fake does not compile. */
export const answer = <In, Out>(
  call: CallFunction<In, Out>,
  data: NoInfer<Out> | ((fields: Fields) => NoInfer<Out> | Promise<NoInfer<Out>>),
) =>
  answers.set(call.path, async (fields) => ({
    error_code: 0,
    error_message: '',
    data: data instanceof Function ? await data(fields) : data,
  }))

/** Sets an error as the server's answer to a call. */
export const refuse = <In, Out>(call: CallFunction<In, Out>, ...[error, message, data]: Parameters<typeof refusal>) =>
  answers.set(call.path, () => refusal(error, message, data))

/** Resets answers and recorded calls; call it after each test, or before. Another file of the same worker can have removed the stub. */
export function resetAnswers() {
  answers.clear()
  sentRequests.length = 0
  vi.stubGlobal('fetch', respond)
}
