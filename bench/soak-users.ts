import { setTimeout as wait } from 'node:timers/promises'
import { pageText, searchTerms } from './content.ts'
import type { Site } from './mixed-load.ts'

/** Average milliseconds between two requests of a user. */
const PAUSE = 1000

/** Counters of all requests so far. */
export const counters = { requests: 0, refused: 0 }
export const refusals = new Map<string, number>()

/** Simulates a user until `end`: reads, searches, saves, uploads and deletes files, takes locks, exports, signs in again. */
export async function simulateUser(url: string, site: Site, n: number, end: number) {
  const { token: user_token, item_id, page_ids } = site
  const page_id = page_ids[(n * 37) % page_ids.length] as string
  const call = (path: string, fields: Record<string, string> | FormData) => send(`${url}/api/${path}`, path, fields)
  const upload = async (name: string) => {
    const form = new FormData()
    for (const [key, value] of Object.entries({ user_token, item_id })) form.set(key, value)
    form.set('file', new Blob(['text '.repeat(4000)]), name)
    const file = await call('page/upload', form)
    if (file?.['file_id']) await call('attachment/deleteMyAttachment', { user_token, file_id: file['file_id'] })
  }
  for (let turn = n; Date.now() < end; turn++) {
    await wait(PAUSE * (0.5 + Math.random()))
    const target = page_ids[(turn * 7919) % page_ids.length] as string
    await [
      () => call('page/info', { page_id: target }),
      () => call('page/info', { page_id: target }),
      () => call('item/info', { item_id }),
      () => call('item/search', { user_token, item_id, keyword: searchTerms.rare }),
      () => call('page/save', { user_token, page_id, item_id, page_title: `Work ${n}`, page_content: `${pageText(n)}\n\n${turn}` }),
      () => call('page/setLock', { user_token, page_id, item_id }),
      () => call('page/history', { user_token, page_id }),
      () => call('common/createCaptcha', {}),
      () => upload(`${n}-${turn}.txt`),
      () => (turn % 20 === 0 ? call('export/markdown', { user_token, item_id, page_id }) : call('item/detail', { user_token, item_id })),
      () => call('user/login', { username: 'admin', password: 'admin-password-1' }),
    ][turn % 11]?.()
  }
}

/** The requests that several servers of one database answer differently: the tree, a search, and every page with its history. */
export async function differences(urls: string[], { token: user_token, item_id, page_ids }: Site): Promise<string[]> {
  const found: string[] = []
  const compare = async (path: string, fields: Record<string, string>) => {
    const answers = await Promise.all(urls.map(async (url) => JSON.stringify(await send(`${url}/api/${path}`, path, fields))))
    if (new Set(answers).size > 1) found.push(`${path} ${JSON.stringify(fields)}`)
  }
  await compare('item/info', { user_token, item_id })
  await compare('item/search', { user_token, item_id, keyword: searchTerms.rare })
  for (const page_id of page_ids) {
    await compare('page/info', { user_token, page_id })
    await compare('page/history', { user_token, page_id })
  }
  return found
}

async function send(address: string, path: string, fields: Record<string, string> | FormData) {
  counters.requests++
  try {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const response = await fetch(address, { method: 'POST', body })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    const envelope = isEnvelope ? JSON.parse(String(bytes)) : {}
    if (!response.ok || envelope.error_code) throw new Error(`${response.status} ${envelope.error_message ?? ''}`)
    return (envelope.data ?? envelope) as Record<string, string>
  } catch (error) {
    counters.refused++
    const reason = `${path}: ${(error as Error).message}`
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  }
  return undefined
}
