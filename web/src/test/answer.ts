import type { CallFunction } from '@sheaf/contract/client'
import { errors } from '@sheaf/contract/errors'
import { vi } from 'vitest'

type Fields = Record<string, string>
type Envelope = { error_code: number; error_message: string; error_name?: string; data: unknown }

const answers = new Map<string, (fields: Fields) => Envelope | Promise<Envelope>>()

/** Every call that the screen under test has sent: its path and fields. */
export const sentRequests: { path: string; fields: Fields }[] = []

vi.stubGlobal('fetch', async (address: string, init?: { body?: URLSearchParams }) => {
  const path = String(address).replace(/^.*\/api\//, '')
  const fields = Object.fromEntries(init?.body ?? [])
  sentRequests.push({ path, fields })
  const respond = answers.get(path)
  return Response.json(respond ? await respond(fields) : { error_code: 404, error_message: `no answer for ${path}`, data: null })
})

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

/** The name of the error with this code and message, or else the first name with this code. */
function nameOf(code: number, message: string) {
  const all = Object.entries(errors).filter(([, error]) => error.code === code)
  return (all.find(([, { en, zh }]) => en === message || zh === message) ?? all[0])?.[0] ?? ''
}

/** Sets an error as the server's answer to a call. */
export const refuse = <In, Out>(call: CallFunction<In, Out>, code: number, message: string, data: unknown = null) =>
  answers.set(call.path, () => ({ error_code: code, error_message: message, error_name: nameOf(code, message), data }))

/** Resets answers and recorded calls; call it after each test. */
export function resetAnswers() {
  answers.clear()
  sentRequests.length = 0
}
