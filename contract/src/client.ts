import type * as z from 'zod'
import type { Call } from './call.ts'
import type { Contract } from './index.ts'

/*
 * The typed client. Types come from the contract at compile time and paths from the names. Without a list of calls and validators the
 * browser downloads a few hundred bytes. Values have their wire form (ids are strings).
 */
export type Send = (path: string, fields: Record<string, unknown>) => Promise<unknown>

export interface CallFunction<In, Out> {
  (input: In): Promise<Out>
  /** `page/info` */
  readonly path: string
}

type Functions<G> = { [K in keyof G]: G[K] extends Call<infer In, infer Out> ? CallFunction<z.input<In>, z.input<Out>> : never }
export type Client = { [G in keyof Contract]: Functions<Contract[G]> }

/** The response data of a call in its wire form: Answer<'page', 'info'>. */
export type Answer<G extends keyof Contract, K extends keyof Contract[G]> =
  Contract[G][K] extends Call<infer _In, infer Out> ? z.input<Out> : never

/** A client with a function for every declared call. */
export function createClient(send: Send): Client {
  const group = (name: string) =>
    new Proxy({} as Record<string, CallFunction<Record<string, unknown>, unknown>>, {
      get(made, action) {
        const path = `${name}/${String(action)}`
        made[path] ??= Object.assign((input: Record<string, unknown>) => send(path, input), { path })
        return made[path]
      },
    })
  return new Proxy({} as Record<string, unknown>, {
    get: (made, name) => {
      made[String(name)] ??= group(String(name))
      return made[String(name)]
    },
  }) as unknown as Client
}
