import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { receive } from './body.receive.ts'

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
