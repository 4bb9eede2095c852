/** What an address answered. `detail` is its status, the address that it moved to, or why there was no answer. */
export interface AddressSight {
  problem: '' | 'missing' | 'moved' | 'failed'
  detail: string
}

const TIMEOUT_MS = 10_000
const AT_ONCE = 4
/** Redirects that say that an address has another one for good. */
const moved = new Set([301, 308])
const gone = new Set([404, 410])

/** Asks whether an address answers. Redirects are not followed, and nothing of the answer is read but its head. */
async function ask(address: string, agent: string): Promise<AddressSight> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const send = async (method: 'HEAD' | 'GET') => {
    const answer = await fetch(address, { method, redirect: 'manual', signal, headers: { 'user-agent': agent, accept: '*/*' } })
    await answer.body?.cancel()
    return answer
  }
  try {
    const head = await send('HEAD')
    // Some servers refuse HEAD, or answer it with an error.
    const { status, headers } = head.status >= 400 ? await send('GET') : head
    if (moved.has(status)) return { problem: 'moved', detail: headers.get('location') ?? String(status) }
    if (gone.has(status)) return { problem: 'missing', detail: String(status) }
    return { problem: status >= 500 ? 'failed' : '', detail: String(status) }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return { problem: 'failed', detail: name === 'TimeoutError' ? `${TIMEOUT_MS / 1000} s` : (cause?.code ?? cause?.message ?? message) }
  }
}

/** Asks each address once, a few at a time. */
export async function askAll(
  addresses: Iterable<string>,
  agent: string,
  onAnswer: (address: string) => void,
): Promise<Map<string, AddressSight>> {
  const answers = new Map<string, AddressSight>()
  const open = [...new Set(addresses)].reverse()
  const work = async () => {
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      answers.set(address, await ask(address, agent))
      onAnswer(address)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}
