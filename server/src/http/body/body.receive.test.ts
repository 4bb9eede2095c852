import { PassThrough } from 'node:stream'
import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { fieldsOf, receive } from './body.receive.ts'

const MIB = 1024 * 1024
const requestOf = (raw: PassThrough, bytes: number) =>
  ({ raw, method: 'POST', headers: { 'content-length': String(bytes) } }) as unknown as FastifyRequest

it('collects the bytes in order, in chunks of any size', async () => {
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
  const raw = new PassThrough()
  const received = receive(requestOf(raw, whole.length), MIB)
  for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 7) % 40_000 || 1) raw.write(whole.subarray(at, at + size))
  raw.end()
  expect(Buffer.concat(await received).equals(whole)).toBe(true)
})

it('allocates no memory for announced bytes that are never sent', async () => {
  const before = process.memoryUsage().arrayBuffers
  const raws = Array.from({ length: 20 }, () => new PassThrough())
  const all = raws.map((raw) => receive(requestOf(raw, 30 * MIB), 32 * MIB))
  for (const raw of raws) raw.write('x')
  await new Promise(setImmediate)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * MIB)
  for (const raw of raws) raw.end()
  for (const received of all) expect(Buffer.concat(await received).length).toBe(1)
})

it('refuses a byte above the limit if no size is announced', async () => {
  const raw = new PassThrough()
  const received = receive({ raw, method: 'POST', headers: {} } as unknown as FastifyRequest, 10)
  raw.write('0123456789')
  raw.write('x')
  await expect(received).rejects.toMatchObject({ error: 'tooLarge' })
})

it.each([100, 300_000])(
  'passes on the declared fields and the session token alone, of a body with a text of %d characters',
  async (length) => {
    const long = 'x'.repeat(length)
    const body = Buffer.from(JSON.stringify({ page_id: '1', cats: [{ name: long }], user_token: 't', other: long, more: { nested: long } }))
    const reading = { names: new Set(['page_id', 'cats']), query: { page_id: '2', keyword: long }, encoded: undefined }
    expect({ ...(await fieldsOf('application/json', [body], reading, 'one')) }).toEqual({
      page_id: '1',
      cats: [{ name: long }],
      user_token: 't',
    })
  },
)

it('cuts a text above the limit inside lists and objects, which then are refused as too long', async () => {
  const body = Buffer.from(`{"cats":[{"__proto__":"${'x'.repeat(CONTENT_CHARS_MAX + 1000)}"}]}`)
  const { cats } = await fieldsOf('application/json', [body], { names: undefined, query: {}, encoded: undefined }, 'one')
  const [first] = cats as object[]
  expect(Object.entries(first ?? {}).map(([name, text]) => [name, text.length])).toEqual([['__proto__', CONTENT_CHARS_MAX + 1]])
})
