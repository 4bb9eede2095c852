import { codeAt, stepAt } from '../../server/src/second-step/totp.rules.ts'
import { Authenticator } from '../../server/src/test/authenticator.ts'
import { bytesOf } from '../../server/src/test/second-step.ts'
import type { Row } from '../report.ts'
import { residentMb } from '../servers.ts'
import { type Fields, median, startSite } from './site.ts'

const TIMES = 60
const ORIGIN = 'https://docs.example.com'
const LOGIN = { username: 'admin', password: 'admin-password-1' }

/** What the second step adds to a sign-in, and what the first passkey loads. */
export async function measureSecondStep(): Promise<Row[]> {
  const site = await startSite('sqlite', { PUBLIC_URL: ORIGIN })
  const { db, does, server } = site
  try {
    await does('user/confirm', { password: LOGIN.password })
    // The pages of passkeys are asked for first, so that only what they load counts.
    await does('secondStep/info')
    const [idle, started] = [residentMb(server.pid), performance.now()]
    const key = new Authenticator(ORIGIN)
    const options = await does<Parameters<Authenticator['create']>[0]>('secondStep/beginPasskey')
    const answer = JSON.stringify(key.create(options))
    await does('secondStep/addPasskey', { answer, name: 'Laptop' })
    const first = { ms: performance.now() - started, mb: residentMb(server.pid) - idle }

    const withKey: number[] = []
    for (let n = 0; n < TIMES; n++) {
      const visitor = browser(server.url)
      const { data } = await visitor('user/passkeyOptions', { username: '', purpose: '' })
      const signed = JSON.stringify(key.get(data as unknown as Parameters<Authenticator['get']>[0]))
      withKey.push((await visitor('user/passkeyLogin', { answer: signed })).ms)
    }
    const begun = await does<{ secret: string }>('secondStep/beginTotp')
    const secret = bytesOf(begun.secret)
    const code = () => codeAt(secret, stepAt(Math.floor(Date.now() / 1000)))
    await does('secondStep/addTotp', { code: code(), end_others: '0' })
    const withCode: number[] = []
    for (let n = 0; n < TIMES; n++) {
      const visitor = browser(server.url)
      await visitor('user/login', LOGIN, 10220)
      await db.updateTable('second_step').set({ last_step: 0 }).execute()
      withCode.push((await visitor('user/secondStep', { code: code(), trust: '0' })).ms)
    }
    return [
      { label: 'user/secondStep: the request with a code, after that with the password', unit: 'ms', measured: median(withCode), limit: 2 },
      { label: 'user/passkeyLogin: the request with the answer of a passkey', unit: 'ms', measured: median(withKey), limit: 5 },
      { label: 'The first passkey of a server: both requests', unit: 'ms', measured: first.ms, limit: 400 },
      { label: 'The first passkey of a server: memory', unit: 'MB', measured: first.mb, limit: 40 },
    ]
  } finally {
    await site.stop()
  }
}

/** A visitor that keeps its cookies. */
function browser(url: string) {
  const cookies = new Map<string, string>()
  return async (path: string, fields: Fields, expected = 0) => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const started = performance.now()
    const response = await fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
    const { error_code, error_message, data } = await response.json()
    const ms = performance.now() - started
    if (error_code !== expected) throw new Error(`${path}: ${error_message}`)
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { data, ms }
  }
}
