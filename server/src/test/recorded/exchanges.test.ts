import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Call, everyCall } from '@sheaf/contract'
import { describe, expect, it } from 'vitest'
import { servedAt } from '../../http/address.ts'
import * as known from './differences.ts'
import { differences, type Wanted } from './types.ts'

/*
 * The recorded exchanges of a ShowDoc server with its clients. Sheaf has every call at the same path, accepts the recorded requests and
 * answers with the fields that clients read.
 */
const folder = fileURLToPath(new URL('../../../../testdata/wire', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))

interface Exchange {
  case: string
  request: { method: string; path: string; fields: Record<string, unknown>; json?: Record<string, unknown>; files?: object }
  response: { status: number; json?: { error_code?: number }; text?: string }
}
interface Recorded {
  name: string
  path: string
  call: Call | undefined
  types: Wanted
  exchanges: Exchange[]
}

const calls = new Map(everyCall().map(([group, action, call]) => [`${group}.${action}`.toLowerCase(), call] as [string, Call]))
const all: Recorded[] = Object.entries(read('types.json') as Record<string, Wanted>).map(([name, types]) => ({
  name,
  types,
  path: `/api/${name.replace('.', '/')}`.toLowerCase(),
  call: calls.get(name.toLowerCase()),
  exchanges: read(`recorded/${name}.json`) as Exchange[],
}))
const served = all.filter((one): one is Recorded & { call: Call } => one.call !== undefined)

describe('recorded', () => {
  it('exchanges are complete', () => {
    expect(readdirSync(`${folder}/recorded`).sort()).toEqual(all.map(({ name }) => `${name}.json`).sort())
    expect(all.flatMap(({ exchanges }) => exchanges)).toHaveLength(720)
  })

  it('calls all exist, except those listed with a reason', () => {
    expect(all.filter(({ call }) => !call).map(({ name }) => name)).toEqual(Object.keys(known.missing).sort(byName))
  })

  it.each(served.filter(({ call }) => call.output.meta()?.['wire'] !== 'bytes'))(
    '$name declares the fields that clients read',
    ({ name, call, types }) => {
      expect(differences(call.output, types).sort()).toEqual(Object.keys(known.fields[name] ?? {}).sort())
    },
  )

  it.each(served)('$name is served at its recorded path and accepts the recorded requests', ({ name, path, call, exchanges }) => {
    for (const { case: title, request } of exchanges.filter(worked)) {
      expect([title, servedAt(request.path, '').split('?')[0]]).toEqual([title, path])
      const isAccepted = call.open || request.method === 'POST' || (request.method === 'GET' && (call.kind === 'read' || call.byLink))
      expect([title, request.method, isAccepted]).toEqual([title, request.method, true])
      if (request.files) expect([title, call.files]).toEqual([title, expect.any(String)])
      const { success } = call.input.safeParse({ ...request.fields, ...request.json })
      expect([title, success]).toEqual([title, !known.requests[`${name}: ${title}`]])
    }
  })
})

/** Some recorded refusals have an empty body. */
const worked = ({ response: { status, json, text } }: Exchange) => status === 200 && text !== '' && !json?.error_code
const byName = (a: string, b: string) => (a < b ? -1 : 1)
