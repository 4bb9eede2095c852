import { type CallFunction, type Client, createClient } from '@sheaf/contract/client'
import type { ErrorName } from '@sheaf/contract/errors'
import { factsOf, inLanguage } from '@sheaf/contract/languages'
import { CALL_TIMEOUT_MS } from '@sheaf/contract/limits'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Boot, readBoot } from './boot.ts'

/**
 * An error answer of the server with its message. Several errors share a code, but each has its own name. Without an answer of the
 * server, `code` is 0 and there is no name.
 */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  readonly error: ErrorName | undefined
  constructor(code: number, message: string, data: unknown = null, error?: ErrorName) {
    super(message)
    this.code = code
    this.data = data
    this.error = error
  }
}

/** Whether the server refused the call with one of these errors. */
export const isError = (error: unknown, ...names: ErrorName[]): boolean =>
  error instanceof ApiError && error.error !== undefined && names.includes(error.error)

/** Whether no answer arrived; the server may still have handled the call. The browser makes this error, so it has no name of the contract. */
export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.code === 0

/** What the address names does not exist. An id that is no number is refused as invalid input. */
export const isMissing = (error: unknown): boolean => isError(error, 'notFound', 'badInput')

/** The visit password is missing or has changed (SPEC 8). */
export const isLocked = (error: unknown): boolean => isError(error, 'noVisit', 'wrongVisitPassword')

/** Missing, deleted, forbidden: an unauthorised user must not be able to distinguish them (W8). */
export const isNoAccess = (error: unknown): boolean => isMissing(error) || isError(error, 'noPermission', 'noVisit')

/** The user's own password is wrong, or the account has none. */
export const isOwnPasswordError = (error: unknown): boolean => isError(error, 'wrongPassword', 'ownPasswordNone')

interface Envelope {
  error_code: number
  error_message: string
  /** With every error_code but 0. */
  error_name?: ErrorName
  data: unknown
}

/** A proxy answers in its own form, which can be JSON too. */
const isEnvelope = (answer: unknown): answer is Envelope => typeof (answer as Envelope | null)?.error_code === 'number'

/** How often the account of this page has changed. session.ts counts. A call from before a change says nothing about the present session. */
export const accountChanges = { count: 0 }

/** Called when a call needs a login. session.ts sets the handler. */
export const onLoginInvalid: { notify: () => void } = { notify: () => {} }

/** Called when a call is refused as to a visitor. session.ts sets the handler. */
export const onNoAccess: { notify: () => void } = { notify: () => {} }

/** Called when the site requires a second step that the account lacks. session.ts sets the handler. */
export const onMustEnrol: { notify: () => void } = { notify: () => {} }

const unreachable = { en: 'The server cannot be reached. Check your connection and try again', zh: '无法连接服务器，请检查网络后重试' }
export const networkError = () => new ApiError(0, inLanguage(unreachable, readBoot().language))

const tooLargeForProxy = {
  en: 'A proxy in front of Sheaf refuses content of this size. Make it smaller, or ask your administrator to raise the limit of the proxy',
  zh: '简册前面的代理服务器不接受这么大的内容。请精简内容，或联系管理员调高代理的上限',
}

const refusedByProxy = {
  en: (status: number) =>
    `A proxy or firewall in front of Sheaf refuses this (status ${status}). Try again; if it is refused again, show this message to your administrator`,
  zh: (status: number) => `简册前面的代理服务器或防火墙拒绝了这次请求（状态码 ${status}）。请重试；如果仍被拒绝，请把这条提示告诉管理员`,
}

/** The refusal of a call that did not get through to Sheaf: an answer in another form than its own, with a status from 400 to 499. */
export function proxyRefusal(status: number, answer: unknown): ApiError | undefined {
  // A proxy that waited too long, or refuses a request it was sent too early, can be asked again as after a lost connection.
  if (isEnvelope(answer) || status < 400 || status > 499 || status === 408 || status === 425) return undefined
  const { language } = readBoot()
  return new ApiError(status, status === 413 ? inLanguage(tooLargeForProxy, language) : inLanguage(refusedByProxy, language)(status))
}

/**
 * Input of a call whose failure must not redirect to the login. A spreadsheet is edited on its reading screen, a save or a lock can
 * be answered after the user left the editor, and the notice count is polled in the background.
 */
export const withoutLoginRedirect = <T extends object>(input: T) => ({ ...input, redirect_login: false })

export const addressOf = (path: string) => `${readBoot().base}/api/${path}`

export const requestId = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${performance.now().toString(36).replace('.', '')}`

async function send(path: string, fields: Record<string, unknown>) {
  const sentAt = accountChanges.count
  const body = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) body.set(key, String(value))
  const response = await fetch(addressOf(path), {
    method: 'POST',
    body,
    headers: { 'accept-language': factsOf(readBoot().language).region },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch(() => {
    throw networkError()
  })
  const answer = await response.json().catch(() => null)
  const refusal = proxyRefusal(response.status, answer)
  if (refusal) throw refusal
  return unwrapAnswer(answer, fields, sentAt)
}

/** Returns the data of the envelope, or throws an `ApiError`. `sentAt`: the count of changes of the account when the call was sent. */
export function unwrapAnswer(answer: unknown, fields: Record<string, unknown> = {}, sentAt = accountChanges.count) {
  if (!isEnvelope(answer)) throw networkError()
  if (answer.error_code === 0) return answer.data
  const error = new ApiError(answer.error_code, answer.error_message, answer.data, answer.error_name)
  if (fields['redirect_login'] !== false && sentAt === accountChanges.count) {
    if (isError(error, 'loginInvalid', 'tokenFirst')) onLoginInvalid.notify()
    if (isError(error, 'mustEnrol')) onMustEnrol.notify()
    if (isError(error, 'notFound', 'noPermission', 'noVisit')) onNoAccess.notify()
  }
  throw error
}

export const api: Client = createClient(send)

const keyOf = (path: string, input: unknown) => [...path.split('/'), input]

/** useQuery(read(api.catalog.catListName, { item_id })) */
export const read = <In, Out>(call: CallFunction<In, Out>, input: In) =>
  queryOptions({ queryKey: keyOf(call.path, input), queryFn: () => call(input) })

/** After a network error a query is fetched again when the network is back or the window gets the focus. */
const hasNetworkError = ({ state }: { state: { error: unknown } }) => isNetworkError(state.error)

export function makeQueryClient(seed: Boot['seed'] = []) {
  const client = new QueryClient({
    // Offline a call fails immediately with a message, instead of waiting silently for the network.
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: hasNetworkError,
        refetchOnWindowFocus: hasNetworkError,
      },
      mutations: { networkMode: 'always' },
    },
  })
  for (const [path, input, answer] of seed) client.setQueryData(keyOf(path, input), answer)
  return client
}
