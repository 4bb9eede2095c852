import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Call, Contract, Group, Language } from '@sheaf/contract'
import type { Logger } from 'pino'
import type * as z from 'zod'
import type { Store } from './db/dialect.ts'
import type { Db } from './db/schema.ts'
import type { Upload } from './http/body/body.ts'
import type { Sent } from './http/encode.ts'
import type { Config, Starter } from './runtime/config.ts'
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

/** Who asks: the session behind the cookie or the token, if there is one. */
export interface Caller {
  session_id: number | null
  user: User | null
}

/** What the whole server shares. */
export interface Services {
  config: Config
  store: Store
  files: Stores
  log: Logger
  now: () => number
  /** There when this process was started by one that can start another version. */
  starter?: Starter
}

/** What a handler works with; for calls of users `user` is there. */
export interface Ctx<A extends Access = Access> extends Services {
  db: Db
  user: A extends 'visitor' ? User | null : User
  session_id: number | null
  language: Language
  /** The address the request came from, for limits per address. */
  address: string
  /** HEAD asks for the headers of a file alone. */
  method: string
  headers: IncomingHttpHeaders
  uploads: Record<string, Upload>
  /** Ends when whoever asked for a long piece of work has gone away. */
  gone: AbortSignal | undefined
  /** Set-Cookie and the like of this answer. */
  reply: (name: string, value: string) => void
}

type Handler<C extends Call> = (
  input: z.output<C['input']>,
  ctx: Ctx<C['access']>,
) => Promise<z.output<C['output']> | Sent> | z.output<C['output']> | Sent
type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> }

/**
 * Asked before the first byte of a file is kept, with the fields that came before it (S60): whoever may not is refused by a throw.
 * The handler asks again, because fields may come after the file.
 */
export type Guards = Record<string, (input: never, ctx: Ctx<'user'>) => Promise<unknown>>

/** Every room's handlers; a call without one does not compile. */
export type Rooms = { [G in keyof Contract]: Handlers<Contract[G]> }
