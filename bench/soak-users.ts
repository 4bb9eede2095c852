import { setTimeout as wait } from 'node:timers/promises'
import { answerTo, toolCall } from './agents/messages.ts'
import { pageText, searchTerms } from './content.ts'
import type { Site } from './mixed-load.ts'

/** Average milliseconds between two requests of a user. */
const PAUSE = 1000

/** Counters of all requests so far. */
export const counters = { requests: 0, refused: 0 }
export const refusals = new Map<string, number>()

/**
 * Simulates a user until `end`: reads pages as text, as HTML and as Markdown, searches, saves, comments, asks as a program, makes and
 * deletes pages, uploads and deletes files, takes locks, exports, signs in again.
 */
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
  const read = (path: string) => counted(path, async () => checked(await fetch(url + path)))
  const comment = async () => {
    const made = await call('comment/add', { user_token, page_id, content: `A remark of user ${n}` })
    const [first] = (made?.['thread'] as unknown as { comments: { comment_id: string }[] } | undefined)?.comments ?? []
    if (first) await call('comment/delete', { user_token, comment_id: first.comment_id })
  }
  const ask = () => counted('mcp', () => answerTo(url, toolCall(program, 'search', { query: searchTerms.rare, budget: 2000 })))
  const makePage = async () => {
    const made = await call('page/save', { user_token, page_id: '0', item_id, page_title: `New ${n}`, page_content: 'A new page' })
    if (made) await call('page/delete', { user_token, page_id: made['page_id'] as string })
  }
  const program = (await call('token/save', { user_token, name: `soak ${n}`, level: '1', days: '30' }))?.['token'] ?? ''
  for (let turn = n; Date.now() < end; turn++) {
    await wait(PAUSE * (0.5 + Math.random()))
    const target = page_ids[(turn * 7919) % page_ids.length] as string
    const steps = [
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
      () => call('page/view', { page_id: target, language: turn % 2 === 0 ? 'en' : 'zh' }),
      () => read(`/${item_id}/${target}`),
      () => read(`/${item_id}/${target}.md`),
      () => call('search/all', { user_token, keyword: searchTerms.chinese }),
      () => call('item/myList', { user_token }),
      () => (turn % 10 === 0 ? call('export/word', { user_token, item_id, page_id }) : call('page/uploadList', { user_token, page_id })),
      comment,
      ask,
      makePage,
    ]
    await steps[turn % steps.length]?.()
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
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  return counted(path, async () => {
    const response = await fetch(address, { method: 'POST', body })
    const bytes = await checked(response)
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    const envelope = isEnvelope ? JSON.parse(String(bytes)) : {}
    if (envelope.error_code) throw new Error(envelope.error_message)
    return (envelope.data ?? envelope) as Record<string, string>
  })
}

async function checked(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(String(response.status))
  return bytes
}

/** Counts a request; a failure is counted and does not end the run. */
async function counted<T>(path: string, request: () => Promise<T>): Promise<T | undefined> {
  counters.requests++
  try {
    return await request()
  } catch (error) {
    counters.refused++
    const reason = `${path.replace(/\d+/g, 'N')}: ${(error as Error).message}`
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  }
  return undefined
}
