import { Refusal } from '@sheaf/contract'
import * as z from 'zod'
import { type Config, publicKeyOf, version } from '../runtime/config.ts'
import { isNewer, isSigned, isVersion, type Offer } from './update.rules.ts'

/** Sends a request to the update source; certificates are verified, and redirects are refused (S89). */
export async function requestSource(url: string, ms: number): Promise<Response> {
  const place = new URL(url).host
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': 'Sheaf', 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(ms),
  }).catch((error: unknown) => {
    throw unreachable(place, error)
  })
  if (reply.status === 200) return reply
  await reply.body?.cancel()
  throw new Refusal('updateAnswer', { place, problem: `HTTP ${reply.status}` })
}

/** Streams the body of a response; a body of more than `most` bytes is refused. */
export async function* bytesOf(reply: Response, place: string, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of reply.body ?? []) {
      bytes += piece.length
      if (bytes > most) throw new Refusal('updateAnswer', { place, problem: `> ${most} B` })
      yield piece
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable(place, error)
  }
}

function unreachable(place: string, error: unknown) {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const problem = name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? name ?? 'unknown')
  return new Refusal('updateSource', { place, problem })
}

type Source = Pick<Config, 'UPDATE_SOURCE' | 'UPDATE_PUBLIC_KEY'>

const OFFER_KEPT_MS = 10 * 60_000
const REQUEST_TIMEOUT_MS = 15_000
const LATEST_JSON_BYTES_MAX = 64 * 1024
const PACKAGE_BYTES_MAX = 512 * 1024 * 1024

const Latest = z.object({
  version: z.string().refine(isVersion),
  file: z.string().regex(/^\w[\w.-]{0,99}\.zip$/),
  size: z.number().int().min(1).max(PACKAGE_BYTES_MAX),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  url: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(1000)]),
  signature: z.string().max(200),
})

let known: { source: string; at: number; offer: Offer | undefined } | undefined

/** The newest version of the source if it is newer than this one and signed with the operator's key, otherwise undefined. */
export async function newestOffer(source: Source, again = false): Promise<Offer | undefined> {
  const { UPDATE_SOURCE = '', UPDATE_PUBLIC_KEY = '' } = source
  const key = `${UPDATE_SOURCE} ${UPDATE_PUBLIC_KEY}`
  if (!again && known?.source === key && Date.now() - known.at < OFFER_KEPT_MS) return known.offer
  const offer = await requestOffer(UPDATE_SOURCE, UPDATE_PUBLIC_KEY)
  known = { source: key, at: Date.now(), offer: isNewer(offer.version, version) ? offer : undefined }
  return known.offer
}

async function requestOffer(source: string, key: string): Promise<Offer> {
  const place = new URL(source).host
  const pieces: Uint8Array[] = []
  for await (const piece of bytesOf(await requestSource(`${source}/latest.json`, REQUEST_TIMEOUT_MS), place, LATEST_JSON_BYTES_MAX))
    pieces.push(piece)
  const read = Latest.safeParse(parsed(Buffer.concat(pieces).toString()))
  if (!read.success) throw new Refusal('updateAnswer', { place, problem: `latest.json: ${read.error.issues[0]?.path.join('.') || 'JSON'}` })
  const { signature, ...offer } = read.data
  const publicKey = publicKeyOf(key)
  if (!publicKey || !isSigned(offer, signature, publicKey)) throw new Refusal('updateUnsigned', { place })
  return offer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The package is located next to its description, on the same host. */
export const addressOf = ({ UPDATE_SOURCE = '' }: Source, { file }: Offer) => `${UPDATE_SOURCE}/${file}`
