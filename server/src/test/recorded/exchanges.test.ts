import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Call, everyCall } from '@sheaf/contract'
import { describe, expect, it } from 'vitest'
import { servedAt } from '../../http/address.ts'
import * as known from './differences.ts'
import { differences, type Wanted } from './types.ts'

/*
 * What a ShowDoc server answered its clients, call by call: each of them is here, under the address they know, takes what they send
 * and answers what they read. The recordings lie beside a checkout of the project, not in it.
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

const ours = new Map(everyCall().map(([group, action, call]) => [`${group}.${action}`.toLowerCase(), call] as [string, Call]))
const all: Recorded[] = Object.entries(read('types.json') as Record<string, Wanted>).map(([name, types]) => ({
  ...{ name, types, path: `/api/${name.replace('.', '/')}`.toLowerCase() },
  ...{ call: ours.get(name.toLowerCase()), exchanges: read(`recorded/${name}.json`) as Exchange[] },
}))
const here = all.filter((one): one is Recorded & { call: Call } => one.call !== undefined)

describe('recorded', () => {
  it('is all there was to record', () => {
    expect(readdirSync(`${folder}/recorded`).sort()).toEqual(all.map(({ name }) => `${name}.json`).sort())
    expect(all.flatMap(({ exchanges }) => exchanges)).toHaveLength(720)
  })

  it('are calls of ours, but for those that are named with a reason', () => {
    expect(all.filter(({ call }) => !call).map(({ name }) => name)).toEqual(Object.keys(known.missing).sort(byName))
  })

  it.each(here.filter(({ call }) => call.output.meta()?.['wire'] !== 'bytes'))(
    '$name answers what clients read',
    ({ name, call, types }) => {
      expect(differences(call.output, types).sort()).toEqual(Object.keys(known.fields[name] ?? {}).sort())
    },
  )

  it.each(here)('$name is found where clients look, and takes what they send', ({ name, path, call, exchanges }) => {
    for (const { case: title, request } of exchanges.filter(worked)) {
      expect([title, servedAt(request.path, '').split('?')[0]]).toEqual([title, path])
      const mayComeSo = call.open || request.method === 'POST' || (request.method === 'GET' && (call.kind === 'read' || call.byLink))
      expect([title, request.method, mayComeSo]).toEqual([title, request.method, true])
      if (request.files) expect([title, call.files]).toEqual([title, expect.any(String)])
      const { success } = call.input.safeParse({ ...request.fields, ...request.json })
      expect([title, success]).toEqual([title, !known.requests[`${name}: ${title}`]])
    }
  })
})

/** Some refusals were an empty body. */
const worked = ({ response: { status, json, text } }: Exchange) => status === 200 && text !== '' && !json?.error_code
const byName = (a: string, b: string) => (a < b ? -1 : 1)
