import { buffer } from 'node:stream/consumers'
import { randomHex } from '../auth/secrets.ts'
import { StoreProblem } from './problem.ts'
import { s3Files } from './s3.ts'
import type { S3Place } from './s3-place.ts'
import { shownPlace } from './s3-request.ts'

const PUBLIC_CHECK_TIMEOUT_MS = 5000

/** Writes a small file, reads it, looks at its address for browsers, and takes it away. Says what does not work. */
export async function tryStore(place: S3Place): Promise<void> {
  const files = s3Files('trial', place)
  const [name, bytes] = [`${randomHex(1)}/${randomHex(20)}`, Buffer.from(`sheaf ${randomHex(8)}`)]
  /** A refusal that names no reason of its own is one of rights: of this deed. */
  const within = <T>(denied: 'storeNoWrite' | 'storeNoRead' | 'storeNoDelete', work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof StoreProblem))
        throw new StoreProblem('storeFault', { place: shownPlace(place), problem: (error as Error).message })
      throw error.reason === 'storeDenied' ? new StoreProblem(denied, error.about) : error
    })
  await within('storeNoWrite', files.put(name, bytes))
  try {
    const read = await within('storeNoRead', files.read(name, { start: 1, end: bytes.length - 1 }, bytes.length).then(buffer))
    if (!read.equals(bytes.subarray(1))) throw new StoreProblem('storeOther', { place: shownPlace(place) })
    if (files.link) await mustBePublic(await files.link(name, { type: 'application/octet-stream', disposition: 'attachment' }), bytes)
  } catch (error) {
    await files.remove(name).catch(() => {})
    throw error
  }
  await within('storeNoDelete', files.remove(name))
}

/** The address that a browser would be sent to, as it would see it: the same bytes, to be downloaded. */
async function mustBePublic(address: string, bytes: Buffer) {
  const problem = await publicProblem(address, bytes).catch(
    (error: { name?: string; cause?: { code?: string } }) => error.cause?.code ?? error.name ?? 'unknown',
  )
  if (problem) throw new StoreProblem('storePublic', { place: new URL(address).host, problem })
}

async function publicProblem(address: string, bytes: Buffer): Promise<string | undefined> {
  const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PUBLIC_CHECK_TIMEOUT_MS) })
  const chunks: Uint8Array[] = []
  for await (const chunk of reply.body ?? []) if (chunks.push(chunk) > 10) break
  if (reply.status !== 200) return `HTTP ${reply.status}`
  if (!/^attachment/.test(reply.headers.get('content-disposition') ?? '')) return 'content-disposition'
  return Buffer.concat(chunks).equals(bytes) ? undefined : 'content'
}
