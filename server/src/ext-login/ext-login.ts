import { Refusal, sameSitePath } from '@sheaf/contract'
import type { Ctx, Rooms } from '../context.ts'
import { Sent } from '../http/encode.ts'
import { byKey } from './by-key.ts'
import { beginAtProvider, returnFromProvider } from './by-provider.ts'

const ITEMS = '/item/index'

const leadTo = ({ config }: Pick<Ctx, 'config'>, path: string) => away(config.BASE_PATH + path)
const away = (location: string) =>
  new Sent(Buffer.alloc(0), { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }, 302)

/** Somebody who looks at it in a browser, and not a program. */
const isVisit = ({ headers }: Ctx) => headers['sec-fetch-mode'] === 'navigate' || Boolean(headers.accept?.includes('text/html'))

/** What went wrong is shown on the login; a program gets it as every other refusal. */
async function orSay(ctx: Ctx, redirect: string, work: () => Promise<Sent>): Promise<Sent> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !isVisit(ctx)) throw error
    const isNew = (error.data as { newcomer?: number } | null)?.newcomer === 1
    const fields = new URLSearchParams({ ...(isNew ? {} : { problem: error.error }), ...(redirect ? { redirect } : {}) })
    return leadTo(ctx, `${isNew ? '/user/link' : '/user/login'}${fields.size ? `?${fields}` : ''}`)
  }
}

export const ExtLogin: Rooms['ExtLogin'] = {
  async oauth2({ code, state, error, iss, redirect, link }, ctx) {
    const own = sameSitePath(redirect) ?? ''
    if (code === '' && error === '') return orSay(ctx, own, async () => away(await beginAtProvider(ctx, own || ITEMS, link === '1')))
    return orSay(ctx, '', async () => leadTo(ctx, await returnFromProvider(ctx, { code, state, error, iss })))
  },

  bySecretKey(given, ctx) {
    const own = sameSitePath(given.redirect) ?? ITEMS
    return orSay(ctx, own, async () => {
      await byKey(ctx, given)
      return leadTo(ctx, own)
    })
  },
}
