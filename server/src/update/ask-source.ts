import { Refusal } from '@sheaf/contract'

/** Asks the update source; certificates are verified, and it answers itself: nobody is sent elsewhere (S89). */
export async function requestSource(url: string, ms: number): Promise<Response> {
  const place = new URL(url).host
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': 'Sheaf', 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(ms),
  }).catch((error: unknown) => {
    throw silent(place, error)
  })
  if (reply.status === 200) return reply
  await reply.body?.cancel()
  throw new Refusal('updateAnswer', { place, problem: `HTTP ${reply.status}` })
}

/** Its bytes, as they come; more than `most` is refused. */
export async function* bytesOf(reply: Response, place: string, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of reply.body ?? []) {
      bytes += piece.length
      if (bytes > most) throw new Refusal('updateAnswer', { place, problem: `> ${most} B` })
      yield piece
    }
  } catch (error) {
    throw error instanceof Refusal ? error : silent(place, error)
  }
}

function silent(place: string, error: unknown) {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const problem = name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? name ?? 'unknown')
  return new Refusal('updateSource', { place, problem })
}
