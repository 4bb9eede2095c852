import { Refusal } from '@sheaf/contract'

/** Milliseconds for one answer, and bytes of it (S85). */
const PROVIDER_TIMEOUT_MS = 4500
const PROVIDER_RESPONSE_MAX_BYTES = 1024 * 1024

/** The only way out to a provider: certificates are checked, nobody is followed elsewhere, and neither time nor bytes are without end. */
export async function requestProvider(url: string, init: RequestInit = {}): Promise<Response> {
  const place = new URL(url).host
  const headers = new Headers(init.headers)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  headers.set('user-agent', 'Sheaf')
  try {
    const reply = await fetch(url, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) })
    if (reply.status >= 300 && reply.status < 400) throw new Refusal('providerAnswer', { place, problem: `HTTP ${reply.status}` })
    const body = await bodyOf(reply, place)
    const isBare = [101, 204, 205, 304].includes(reply.status)
    return new Response(isBare ? null : body, { status: reply.status, headers: reply.headers })
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    const problem = name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? name ?? 'unknown')
    throw new Refusal(/CERT|SIGNED|VERIFY|SSL|TLS/.test(problem) ? 'providerTls' : 'providerSilent', { place, problem })
  }
}

async function bodyOf(reply: Response, place: string) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > PROVIDER_RESPONSE_MAX_BYTES) throw new Refusal('providerAnswer', { place, problem: '> 1 MB' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An object, as JSON or, of older providers, as a form. */
export async function objectOf(reply: Response, place: string): Promise<Record<string, unknown>> {
  const text = await reply.text()
  const isForm = reply.headers.get('content-type')?.includes('form-urlencoded') || /^access_token=/.test(text)
  try {
    const read: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {
    // What it was instead is said below.
  }
  throw new Refusal('providerAnswer', { place, problem: `HTTP ${reply.status}, ${reply.headers.get('content-type') ?? 'no content-type'}` })
}
