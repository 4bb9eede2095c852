import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { hashPassword } from '../server/src/auth/password.ts'
import { cookieName, openSession } from '../server/src/auth/session.ts'
import { openStore } from '../server/src/db/dialect.ts'
import { byName, insertUser } from '../server/src/user/user.store.ts'
import { type Language, type Look, openContext, type Person, ready } from './browser.ts'
import { ADMIN, type Running } from './product.ts'

/** The password of every account that `user` creates. */
export const PASSWORD = 'bamboo and cord 7'
let hash: Promise<string> | undefined
let made = 0

/** A user with a browser on the site. */
export interface Visitor extends Person {
  username: string
  /** Opens a screen, until it hears keys and clicks. */
  open: (path: string) => Promise<void>
  /** A call as this person makes it, without the screen. */
  call: <T = unknown>(path: string, form: Record<string, string>) => Promise<T>
  /** A file for this item, as a screen sends it; answers its address. */
  upload: (fields: Record<string, string>, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<string>
}

/** A running server and its users, each in a browser context of their own. */
export interface Site extends Running {
  visitor: (language: Language, look?: Look) => Promise<Visitor>
  /** Signed in, an account of their own: written as rows, for the ways in have stories of their own. */
  user: (name: string, language: Language, look?: Look) => Promise<Visitor>
  admin: (language: Language, look?: Look) => Promise<Visitor>
  /** Closes what people have open here. */
  leave: () => Promise<void>
}

export function siteOf(browser: Browser, server: Running): Site {
  const { url, folder } = server
  const people: Visitor[] = []

  async function visitor(language: Language, look?: Look) {
    const one = visitorOf(await openContext(browser, url, language, look), url)
    people.push(one)
    return one
  }

  async function signedIn(username: string, language: Language, look?: Look) {
    const one = await visitor(language, look)
    const store = openStore(join(folder, 'sheaf.db'))
    const now = () => Math.floor(Date.now() / 1000)
    hash ??= hashPassword(PASSWORD)
    const row = { username, password_hash: await hash, groupid: 2, reg_time: now() }
    const user = (await byName(store.db, username)) ?? (await insertUser(store.db, row))
    const { token } = await openSession({ store, now }, user?.uid as number, null)
    await store.close()
    await one.context.addCookies([{ name: cookieName(false), value: token, url, httpOnly: true, sameSite: 'Lax' }])
    return Object.assign(one, { username })
  }

  return {
    ...server,
    visitor,
    user: (name, language, look) => signedIn(`${name}-${String(++made).padStart(4, '0')}`, language, look),
    admin: (language, look) => signedIn(ADMIN.ADMIN_USERNAME, language, look),
    async leave() {
      await Promise.all(people.splice(0).map(({ context }) => context.close()))
    },
  }
}

function visitorOf(person: Person, url: string): Visitor {
  const { page, context } = person
  return {
    ...person,
    username: '',
    async open(path) {
      await page.goto(path)
      await ready(page)
    },
    async call<T>(path: string, form: Record<string, string>) {
      const answer = await (await context.request.post(`${url}/api/${path}`, { form })).json()
      if (answer.error_code !== 0) throw new Error(`${path}: ${answer.error_message}`)
      return answer.data as T
    },
    async upload(fields, file) {
      const answer = await (await context.request.post(`${url}/api/page/upload`, { multipart: { ...fields, file } })).json()
      return answer.url as string
    },
  }
}
