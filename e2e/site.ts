import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { hashPassword } from '../server/src/auth/password.ts'
import { cookieName, openSession } from '../server/src/auth/session.ts'
import { openStore } from '../server/src/db/dialect.ts'
import { byName, insertUser } from '../server/src/user/user.store.ts'
import { authWords } from '../web/src/user/entrance.words.ts'
import { type BrowserUser, type ContextOptions, type Language, openContext, untilReady } from './browser.ts'
import { ADMIN, type RunningServer } from './product.ts'

/** The password of every account that `user` creates. */
export const PASSWORD = 'bamboo and cord 7'
let passwordHash: Promise<string> | undefined
let accounts = 0

/** A user with a browser on the site. */
export interface TestUser extends BrowserUser {
  username: string
  /** Opens a screen and waits until it reacts to keys and clicks. */
  open: (path: string) => Promise<void>
  /**
   * Changes to a screen as a link does, which takes a third of the processor time of a reload. Opens the first screen. What the
   * application has read before, it does not have to read again.
   */
  go: (path: string) => Promise<void>
  /** Makes an API call as this user; throws on an error number. */
  call: <T = unknown>(path: string, form: Record<string, string>) => Promise<T>
  /** Uploads a file to an item as a screen does; resolves to the address of the file. */
  upload: (fields: Record<string, string>, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<string>
}

/** A running server and its users, each in a browser context of their own. */
export interface Site extends RunningServer {
  visitor: (language: Language, look?: ContextOptions) => Promise<TestUser>
  /** A signed-in user with a new account. Account and session are written to the database, because sign-in has its own stories. */
  user: (name: string, language: Language, look?: ContextOptions) => Promise<TestUser>
  admin: (language: Language, look?: ContextOptions) => Promise<TestUser>
  /** Closes the browser contexts of all users of this site. */
  closeContexts: () => Promise<void>
}

export function siteOf(browser: Browser, server: RunningServer): Site {
  const { url, folder } = server
  const visitors: TestUser[] = []

  async function visitor(language: Language, look?: ContextOptions) {
    const opened = visitorOf(await openContext(browser, url, language, look), url)
    visitors.push(opened)
    return opened
  }

  async function signedIn(username: string, language: Language, look?: ContextOptions) {
    const opened = await visitor(language, look)
    const store = openStore(join(folder, 'sheaf.db'))
    const now = () => Math.floor(Date.now() / 1000)
    passwordHash ??= hashPassword(PASSWORD)
    const row = { username, password_hash: await passwordHash, groupid: 2, reg_time: now() }
    const user = (await byName(store.db, username)) ?? (await insertUser(store.db, row))
    const { token } = await openSession({ store, now }, user?.uid as number, null)
    await store.close()
    await opened.context.addCookies([{ name: cookieName(false), value: token, url, httpOnly: true, sameSite: 'Lax' }])
    return Object.assign(opened, { username })
  }

  return {
    ...server,
    visitor,
    user: (name, language, look) => signedIn(`${name}-${String(++accounts).padStart(4, '0')}`, language, look),
    admin: (language, look) => signedIn(ADMIN.ADMIN_USERNAME, language, look),
    async closeContexts() {
      await Promise.all(visitors.splice(0).map(({ context }) => context.close()))
    },
  }
}

/** In the page: a change of the address that the router notices. */
function changeAddress(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

function visitorOf(opened: BrowserUser, url: string): TestUser {
  const { page, context } = opened
  const open = async (path: string) => {
    await page.goto(path)
    await untilReady(page)
  }
  return {
    ...opened,
    username: '',
    open,
    go: (path) => (page.url() === 'about:blank' ? open(path) : page.evaluate(changeAddress, path)),
    async call<T>(path: string, form: Record<string, string>) {
      const envelope = await (await context.request.post(`${url}/api/${path}`, { form })).json()
      if (envelope.error_code !== 0) throw new Error(`${path}: ${envelope.error_message}`)
      return envelope.data as T
    },
    async upload(fields, file) {
      const body = await (await context.request.post(`${url}/api/page/upload`, { multipart: { ...fields, file } })).json()
      return body.url as string
    },
  }
}

/** Enters the password at the sign-in screen, which leads to the second step. */
export async function enterPassword({ page, username }: Pick<TestUser, 'page' | 'username'>, language: Language) {
  const words = authWords[language]
  await page.getByLabel(words.usernameOrEmail).fill(username)
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
  await page.waitForURL('**/user/secondStep**')
}
