import { isSecretName } from '@sheaf/description/secret-names'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Typed } from '../example/example.ts'
import { sendByServer } from '../request/by-server.ts'
import { curlOf } from '../request/curl.ts'
import { type Kept, readKept, withPage, writeKept } from '../request/keep.ts'
import type { RequestMessage } from '../request/message.ts'
import { forgetRecent, type Recent, readRecent, remember, withoutSecrets } from '../request/recent.ts'
import { type Outcome, sendRequest } from '../request/send.ts'
import {
  type Auth,
  type ConsoleCall,
  type ConsoleEnvironment,
  type Files,
  firstAuth,
  firstValues,
  messageOf,
  usedVariables,
  type Values,
  withType,
} from '../request/values.ts'
import type { SharedEnvironment } from './environment.ts'

/** The uid of a reader who is not signed in. */
export const VISITOR = '0'

interface Given {
  item_id: string
  uid: string
  call: ConsoleCall
  environments: ConsoleEnvironment[]
  /** The environment that the console opens with; otherwise the last one. */
  chosen?: string | undefined
  /** The choice of the page, where it is between environments; the console has none of its own then. */
  common?: SharedEnvironment | undefined
}

/** What a person must enter before the request can be sent; undefined if it is complete. */
export type Lack = { kind: 'path' | 'variables'; names: string[] } | undefined

/** A variable that the request uses or that the environment has. */
export interface Variable {
  name: string
  /** What the person typed, otherwise the value of the environment. */
  value: string
  isSecret: boolean
}

/** An outcome with the request that it belongs to. */
export type Shown = Outcome & About

interface About {
  message: RequestMessage
  isByServer: boolean
  /** What was a secret in it. */
  secrets: Typed[]
  env_name: string
}

/** Sends a request until the signal ends it. */
type Sender = (signal: AbortSignal) => Promise<Outcome | undefined>

/** The literal parts of a text with variables. */
const literalsOf = (text: string) =>
  text
    .split(/\{\{[^{}]*\}\}/)
    .map((piece) => piece.replace(/^\s*(?:bearer|basic|token)\s+/i, '').trim())
    .filter(Boolean)

/** The secrets in a body of JSON, by the names of their fields. */
function secretsOfJson(text: string): Typed[] {
  const found: Typed[] = []
  const walk = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const one of value) walk(one, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) walk(one, isSecretName(key) ? key : name)
    else if (name !== '' && value !== null && value !== undefined && typeof value !== 'boolean') found.push({ name, value: String(value) })
  }
  try {
    walk(JSON.parse(text), '')
  } catch {
    // A text that is no JSON has no names.
  }
  return found
}

/** The secrets among the typed values. Another field can contain them, too. */
function secretsIn(values: Values, auth: Auth, variables: Variable[]): Typed[] {
  const rows = [...values.path, ...values.query, ...values.headers, ...values.rows].filter(({ name }) => isSecretName(name))
  const authNames = { bearer: 'token', basic: 'password', header: auth.key, query: auth.key, '': 'token' }
  const typed = [
    { name: authNames[auth.kind] || 'token', value: auth.value },
    ...values.cookies,
    ...rows,
    ...variables.filter((one) => one.isSecret),
    ...secretsOfJson(values.text),
  ]
  return typed.flatMap(({ name, value }) => literalsOf(value).map((literal) => ({ name, value: literal })))
}

function lackOf(call: ConsoleCall, values: Values, used: string[], variables: Variable[]): Lack {
  const empty = values.path.filter(({ name, value }) => value === '' && call.path.includes(`{${name}}`)).map(({ name }) => name)
  if (empty.length > 0) return { kind: 'path', names: empty }
  const unknown = used.filter((name) => name !== 'uuid' && !variables.some((one) => one.name === name && one.value !== ''))
  return unknown.length > 0 ? { kind: 'variables', names: unknown } : undefined
}

/** The typed values of a person for an item, stored with every change. */
function useKept(uid: string, item_id: string, chosen: string | undefined) {
  const [first] = useState(() => readKept(uid, item_id))
  const [kept, setKept] = useState(() => ({ ...first.kept, env_id: chosen ?? first.kept.env_id }))
  const [isOnDevice, setOnDevice] = useState(first.isOnDevice)
  const isChanged = useRef(false)
  useEffect(() => {
    if (isChanged.current) writeKept(uid, item_id, kept, isOnDevice)
  }, [uid, item_id, kept, isOnDevice])
  const change = (next: Partial<Kept> | ((before: Kept) => Kept)) => {
    isChanged.current = true
    setKept((before) => (typeof next === 'function' ? next(before) : { ...before, ...next }))
  }
  const keepOnDevice = (on: boolean) => {
    isChanged.current = true
    setOnDevice(on)
  }
  return { kept, change, isOnDevice, keepOnDevice }
}

/** Sends requests one after the other; a new one cancels the previous one. */
function useSending() {
  const [outcome, setOutcome] = useState<Shown>()
  const [sending, setSending] = useState<AbortController>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const run = async (send: Sender, about: About): Promise<Outcome | undefined> => {
    current.current?.abort()
    const control = new AbortController()
    current.current = control
    setSending(control)
    setOutcome(undefined)
    const result = await send(control.signal)
    setSending((now) => (now === control ? undefined : now))
    if (result) setOutcome({ ...result, ...about })
    return result
  }
  return { outcome, isSending: sending !== undefined, run, cancel: () => sending?.abort() }
}

/** The state of an open console: the environment, what is typed, and the last answer. */
export function useConsole({ item_id, uid, call, environments, chosen, common }: Given) {
  const { page_id } = call
  const { kept, change, isOnDevice, keepOnDevice } = useKept(uid, item_id, chosen)
  const [files, setFiles] = useState<Files>({})
  const [recent, setRecent] = useState(() => readRecent(uid, item_id))
  const [lack, setLack] = useState<Lack>()
  const [isCancelled, setCancelled] = useState(false)
  const { outcome, isSending, run, cancel } = useSending()

  const environment = environments.find((one) => one.env_id === (common?.env_id ?? kept.env_id)) ?? environments[0]
  const values = kept.values[page_id] ?? firstValues(call)
  const auth = kept.auth ?? firstAuth(call)
  const used = useMemo(() => usedVariables(values, auth), [values, auth])
  const names = [...new Set([...used.filter((name) => name !== 'uuid'), ...(environment?.variables.map((one) => one.name) ?? [])])]
  const variables = names.map((name): Variable => {
    const known = environment?.variables.find((one) => one.name === name)
    return { name, value: kept.variables[name] ?? known?.value ?? '', isSecret: known?.is_secret ?? isSecretName(name) }
  })
  const filled = Object.fromEntries(variables.filter((one) => one.value !== '').map((one) => [one.name, one.value]))
  const message = environment && messageOf(call, values, { base: environment.base_url, auth, files, variables: filled })
  const typedSecrets = secretsIn(values, auth, variables)
  const secrets = typedSecrets.map(({ value }) => value)

  const setValues = (next: Values) => {
    setLack(undefined)
    change((before) => withPage(before, page_id, next))
  }
  /** Only signed-in readers can let this server send it. */
  const isByServer = environment?.by_server === true && uid !== VISITOR
  const send = async (isDirect = false) => {
    const missing = lackOf(call, values, used, variables)
    setLack(missing)
    setCancelled(false)
    if (missing || !message || !environment) return
    const byServer = isByServer && !isDirect
    const { env_id } = environment
    const sender: Sender = (signal) =>
      byServer ? sendByServer({ page_id, env_id }, message, signal) : sendRequest(item_id, message, signal)
    const { env_name } = environment
    const result = await run(sender, { message, isByServer: byServer, secrets: typedSecrets, env_name })
    if (!result) return
    const [status, ms] = 'answer' in result ? [result.answer.status, result.answer.ms] : [0, 0]
    const { method, path } = call
    const clean = withoutSecrets(values, secrets)
    remember(uid, item_id, { at: Date.now(), page_id, method, path, env_name, status, ms, values: clean })
    setRecent(readRecent(uid, item_id))
  }
  return {
    call,
    environment,
    values,
    auth,
    variables,
    files,
    recent: recent.filter((one) => one.page_id === page_id),
    lack,
    outcome,
    isSending,
    isCancelled,
    isByServer,
    isOnDevice,
    keepOnDevice,
    setEnvironment: (env_id: string) => {
      const next = environments.find((one) => one.env_id === env_id)
      if (next && common) common.choose(next)
      else change({ env_id })
    },
    setValues,
    setType: (type: string) => setValues(withType(values, call, type)),
    restore: () => {
      setFiles({})
      setValues({ ...firstValues(call) })
    },
    setAuth: (next: Auth) => change({ auth: next }),
    setVariable: (name: string, value: string) => {
      setLack(undefined)
      change((before) => ({ ...before, variables: { ...before.variables, [name]: value } }))
    },
    setFile: (name: string, file: File | undefined) =>
      setFiles(({ [name]: _before, ...others }) => (file ? { ...others, [name]: file } : others)),
    useAgain: (one: Recent) => setValues(one.values),
    forget: () => {
      forgetRecent(uid, item_id)
      setRecent([])
    },
    send,
    cancel: () => {
      setCancelled(true)
      cancel()
    },
    /** The present request as a command for a shell. */
    curl: (isWithValues: boolean) => (message ? curlOf({ call, values, message, secrets, isWithValues }) : ''),
  }
}

export type Console = ReturnType<typeof useConsole>
