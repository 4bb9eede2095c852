import { setTimeout as wait } from 'node:timers/promises'
import { pageText, sought } from './content.ts'
import type { Site } from './mixed-load.ts'

/** Milliseconds between two requests of one person, on average. */
const PAUSE = 1000

/** What became of the requests so far. */
export const done = { requests: 0, refused: 0 }
export const refusals = new Map<string, number>()

/** One person until this time: reads, searches, writes, uploads and deletes, locks, leaves and comes back. */
export async function work(url: string, site: Site, n: number, end: number) {
  const { token: user_token, item_id, page_ids } = site
  const page_id = page_ids[(n * 37) % page_ids.length] as string
  const ask = (path: string, fields: Record<string, string> | FormData) => asked(`${url}/api/${path}`, path, fields)
  const upload = async (name: string) => {
    const form = new FormData()
    for (const [key, value] of Object.entries({ user_token, item_id })) form.set(key, value)
    form.set('file', new Blob(['text '.repeat(4000)]), name)
    const file = await ask('page/upload', form)
    if (file?.['file_id']) await ask('attachment/deleteMyAttachment', { user_token, file_id: file['file_id'] })
  }
  for (let turn = n; Date.now() < end; turn++) {
    await wait(PAUSE * (0.5 + Math.random()))
    const look = page_ids[(turn * 7919) % page_ids.length] as string
    await [
      () => ask('page/info', { page_id: look }),
      () => ask('page/info', { page_id: look }),
      () => ask('item/info', { item_id }),
      () => ask('item/search', { user_token, item_id, keyword: sought.rare }),
      () => ask('page/save', { user_token, page_id, item_id, page_title: `Work ${n}`, page_content: `${pageText(n)}\n\n${turn}` }),
      () => ask('page/setLock', { user_token, page_id, item_id }),
      () => ask('page/history', { user_token, page_id }),
      () => ask('common/createCaptcha', {}),
      () => upload(`${n}-${turn}.txt`),
      () => (turn % 20 === 0 ? ask('export/markdown', { user_token, item_id, page_id }) : ask('item/detail', { user_token, item_id })),
      () => ask('user/login', { username: 'admin', password: 'admin-password-1' }),
    ][turn % 11]?.()
  }
}

async function asked(address: string, path: string, fields: Record<string, string> | FormData) {
  done.requests++
  try {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const answer = await fetch(address, { method: 'POST', body })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isEnvelope = answer.headers.get('content-type')?.startsWith('application/json')
    const said = isEnvelope ? JSON.parse(String(bytes)) : {}
    if (!answer.ok || said.error_code) throw new Error(`${answer.status} ${said.error_message ?? ''}`)
    return (said.data ?? said) as Record<string, string>
  } catch (error) {
    done.refused++
    const why = `${path}: ${(error as Error).message}`
    refusals.set(why, (refusals.get(why) ?? 0) + 1)
  }
  return undefined
}
