import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Call, Contract, Group, Language } from '@sheaf/contract'
import type { Level } from '@sheaf/contract/levels'
import type { Logger } from 'pino'
import type * as z from 'zod'
import type { Store } from './db/dialect.ts'
import type { Db } from './db/schema.ts'
import type { Upload } from './http/body/body.ts'
import type { RawResponse } from './http/encode.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Config, Supervisor } from './runtime/config.ts'
import type { Stores } from './storage/storage.ts'

export interface User {
  uid: number
  username: string
  name: string
  email: string
  email_verify: number
  groupid: number
  avatar: string
}

/** What a person gave a program: a personal token. */
export interface Grant {
  grant_id: number
  /** Shown next to the person in the history and in the log. */
  name: string
  level: Level
  /** The items that it is limited to; in others it has the rights of an anonymous visitor. */
  items: ReadonlySet<number> | undefined
}

/** The caller of a request: the session behind the cookie, or the person behind a token, if there is one. */
export interface Caller {
  session_id: number | null
  user: User | null
  grant: Grant | undefined
  /** The person of a session that must set up a second step first. `user` is null then, so that nothing opens by mistake (S162). */
  enrolling?: User | undefined
}

/** Services that the whole server shares. */
export interface Services {
  config: Config
  store: Store
  files: Stores
  log: Logger
  now: () => number
  /** Sends requests to addresses that users named. */
  outbound: Outbound
  /** Set when a parent process that can start another version runs this one. */
  supervisor?: Supervisor
}

/** The context of a handler. Calls that require a user always have `user`. */
export interface Ctx<A extends Access = Access> extends Services {
  db: Db
  user: A extends 'visitor' ? User | null : User
  session_id: number | null
  grant: Grant | undefined
  language: Language
  /** The client address, for rate limits per address. */
  address: string
  /** HEAD requests only the headers of a file. */
  method: string
  headers: IncomingHttpHeaders
  uploads: Record<string, Upload>
  /** Aborts when the client of a long request has disconnected. */
  gone: AbortSignal | undefined
  /** Adds a response header such as Set-Cookie. */
  reply: (name: string, value: string) => void
}

type Handler<C extends Call> = (
  input: z.output<C['input']>,
  ctx: Ctx<C['access']>,
) => Promise<z.output<C['output']> | RawResponse> | z.output<C['output']> | RawResponse
type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> }

/**
 * Checks before the first byte of an upload is stored, with the fields that precede the file (S60). A guard throws to refuse.
 * The handler checks again, because fields can follow the file.
 */
export type Guards = Record<string, (input: never, ctx: Ctx<'user'>) => Promise<unknown>>

/** The handlers of every module; a call without a handler does not compile. */
export type AllHandlers = { [G in keyof Contract]: Handlers<Contract[G]> }
