import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Ctx } from '../context.ts'
import { readDescription } from './source.read.ts'

const path = join(tmpdir(), `sheaf-read-${process.pid}.json`)
afterAll(() => rmSync(path, { force: true }))

it('keeps the parts of a description in memory of their own length', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`/orders/${n}`, { get: { responses: { 200: { description: 'OK' } } } }]),
  )
  writeFileSync(path, JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }))
  const nothing = { known: [], before: undefined, accepted: new Set<string>(), overview: undefined }
  const ctx = { gone: new AbortController().signal } as Ctx
  const { parts } = await readDescription({ path, fileName: 'shop.json' }, { language: 'en', views: 'all' }, nothing, ctx)
  const bodies = parts.flatMap(({ body }) => (body ? [body] : []))
  expect(bodies.length).toBeGreaterThanOrEqual(30)
  for (const body of bodies) expect(body.buffer.byteLength).toBe(body.byteLength)
})
