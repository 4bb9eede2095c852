import type { CallFunction } from '@sheaf/contract/client'
import { errors } from '@sheaf/contract/errors'
import { vi } from 'vitest'

type Fields = Record<string, string>
type Envelope = { error_code: number; error_message: string; error_name?: string; data: unknown }

const answers = new Map<string, (fields: Fields) => Envelope | Promise<Envelope>>()

/** Every call the screen under test has made: its path and the fields it sent. */
export const asked: { path: string; fields: Fields }[] = []

vi.stubGlobal('fetch', async (address: string, init?: { body?: URLSearchParams }) => {
  const path = String(address).replace(/^.*\/api\//, '')
  const fields = Object.fromEntries(init?.body ?? [])
  asked.push({ path, fields })
  const given = answers.get(path)
  return Response.json(given ? await given(fields) : { error_code: 404, error_message: `no answer for ${path}`, data: null })
})

/** The server's answer to a call, for a screen under test; a function sees the fields sent. Its shape is the contract's, so a stale fake does not compile. */
export const answer = <In, Out>(
  ask: CallFunction<In, Out>,
  data: NoInfer<Out> | ((fields: Fields) => NoInfer<Out> | Promise<NoInfer<Out>>),
) =>
  answers.set(ask.path, async (fields) => ({
    error_code: 0,
    error_message: '',
    data: data instanceof Function ? await data(fields) : data,
  }))

/** The name that goes with these words, or the first that has this code. */
function nameOf(code: number, message: string) {
  const all = Object.entries(errors).filter(([, error]) => error.code === code)
  return (all.find(([, { en, zh }]) => en === message || zh === message) ?? all[0])?.[0] ?? ''
}

/** The server says no to this call. */
export const refuse = <In, Out>(ask: CallFunction<In, Out>, code: number, message: string, data: unknown = null) =>
  answers.set(ask.path, () => ({ error_code: code, error_message: message, error_name: nameOf(code, message), data }))

/** Between two tests. */
export function forgetAnswers() {
  answers.clear()
  asked.length = 0
}
