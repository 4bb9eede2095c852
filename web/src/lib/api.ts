import { type CallFunction, type Client, createClient } from '@sheaf/contract/client'
import type { ErrorName } from '@sheaf/contract/errors'
import { CALL_TIMEOUT_MS } from '@sheaf/contract/limits'
import { MutationCache, mutationOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { type Boot, readBoot } from './boot.ts'

/** A refusal of the server in the words it gave; `code` 0 means that no answer came. Several errors share a code, none a name. */
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

interface Envelope {
  error_code: number
  error_message: string
  /** With every error_code but 0. */
  error_name?: ErrorName
  data: unknown
}

/** Told of every 10102; the session room decides where to go. */
export const onLoginInvalid: { tell: () => void } = { tell: () => {} }

const networkError = () =>
  new ApiError(
    0,
    readBoot().language === 'zh' ? '无法连接服务器，请检查网络后重试' : 'The server cannot be reached. Check your connection and try again',
  )

/**
 * A call whose failing must not carry anybody off to the login: a spreadsheet is written where it is read, a save or the lock may be
 * answered after its editor was left, and a count of notices is asked for in passing.
 */
export const withoutLoginRedirect = <T extends object>(input: T) => ({ ...input, redirect_login: false })

export const addressOf = (path: string) => `${readBoot().base}/api/${path}`

export const requestId = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${performance.now().toString(36).replace('.', '')}`

async function send(path: string, fields: Record<string, unknown>) {
  const body = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) body.set(key, String(value))
  const response = await fetch(addressOf(path), {
    method: 'POST',
    body,
    headers: { 'accept-language': readBoot().language === 'zh' ? 'zh-CN' : 'en-US' },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch(() => {
    throw networkError()
  })
  return unwrapAnswer(await response.json().catch(() => null), fields)
}

/** Takes the answer out of its envelope, or throws what is wrong. */
export function unwrapAnswer(answer: unknown, fields: Record<string, unknown> = {}) {
  const envelope = answer as Envelope | null
  if (!envelope) throw networkError()
  if (envelope.error_code === 0) return envelope.data
  if (envelope.error_code === 10102 && fields['redirect_login'] !== false) onLoginInvalid.tell()
  throw new ApiError(envelope.error_code, envelope.error_message, envelope.data, envelope.error_name)
}

export const api: Client = createClient(send)

const keyOf = (path: string, input: unknown) => [...path.split('/'), input]

/** useQuery(read(api.catalog.catListName, { item_id })) */
export const read = <In, Out>(ask: CallFunction<In, Out>, input: In) =>
  queryOptions({ queryKey: keyOf(ask.path, input), queryFn: () => ask(input) })

/** useMutation(write(api.page.delete, 'item')): on success all on screen that came from these rooms is asked again. */
export const write = <In, Out>(ask: CallFunction<In, Out>, ...also: (keyof Client)[]) =>
  mutationOptions({ mutationKey: [ask.path.split('/')[0] as string, ...also], mutationFn: (input: In) => ask(input) })

/**
 * A list that is being asked for the first time at this moment may be answered with what was there before: it would be taken for fresh,
 * for an answer under way is not asked again by itself.
 */
async function refetchActive(client: QueryClient, queryKey: unknown[]) {
  await client.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}

/** No answer came: it is asked for again by itself when the network is back or the reader comes back to the window. */
const isNetworkError = ({ state }: { state: { error: unknown } }) => state.error instanceof ApiError && state.error.code === 0

export function makeQueryClient(seed: Boot['seed'] = []) {
  const client: QueryClient = new QueryClient({
    // Offline a call fails at once and says so, instead of waiting in silence for the network.
    defaultOptions: {
      queries: {
        ...{ staleTime: 30_000, retry: false, networkMode: 'always' },
        ...{ refetchOnReconnect: isNetworkError, refetchOnWindowFocus: isNetworkError },
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _result, mutation) =>
        Promise.all((mutation.options.mutationKey ?? []).map((room) => refetchActive(client, [room]))),
    }),
  })
  for (const [path, input, answer] of seed) client.setQueryData(keyOf(path, input), answer)
  return client
}
