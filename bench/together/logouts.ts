import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startOidc } from '../../server/src/test/servers/oidc.ts'
import type { Row } from '../report.ts'
import { watched } from '../watch.ts'
import { seconds as now, startSite } from './site.ts'

const POSTS = 10_000
const MINUTE_MS = 60_000
const ADDRESSES = 100
const CONNECTIONS = 16
const BEFORE_MS = 3000
/** One of this many posts has a body of a megabyte. */
const LARGE_EACH = 200
const SESSIONS = 100

/** Ten thousand forged logout tokens in a minute, while another reader reads (S167). */
export async function measureLogouts(kind: string): Promise<Row[]> {
  const oidc = await startOidc()
  const site = await startSite(kind, { RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  try {
    const { does, db, server, uid } = site
    const { item_id } = await does<{ item_id: string }>('item/add', { item_name: 'Orders', item_type: '1' })
    const { page_id } = await does<{ page_id: string }>('page/save', { item_id, page_title: 'Read', page_content: 'Text' })
    await does('user/confirm', { password: 'admin-password-1' })
    const { entrance_tips: _, ...form } = oidc.form('issuer')
    const saved = { provider_id: '0', kind: 'oidc', name: 'Acme', form: JSON.stringify(form), is_on: '1' }
    const { provider_id } = await does<{ provider_id: string }>('adminProvider/save', saved)
    const times = { addtime: now(), seen_time: now(), user_agent: '' }
    const rows = Array.from({ length: SESSIONS }, (_, n) => ({
      uid,
      token_hash: `session ${n}`,
      provider_id: Number(provider_id),
      ...times,
    }))
    await db.insertInto('session').values(rows).execute()
    const sessions = async () => (await db.selectFrom('session').select('session_id').execute()).length

    const { forge, valid } = forgery(oidc)
    const bodies: string[] = []
    for (let n = 0; n < POSTS; n++) bodies.push(n % LARGE_EACH ? `logout_token=${forge(n)}` : `logout_token=${'x'.repeat(1024 * 1024)}`)
    const statuses = new Map<number, number>()
    /** Answers with the status, 0 when the connection failed. */
    const post = async (body: string, n: number) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `10.0.${n % ADDRESSES}.7` }
      const request = { method: 'POST', headers, body }
      return fetch(`${server.url}/api/ExtLogin/backchannel/${provider_id}`, request).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
    }
    const before = await watched(server, page_id, () => wait(BEFORE_MS))
    const [left, asked] = [await sessions(), oidc.asked.length]
    const during = await watched(server, page_id, async () => {
      const started = performance.now()
      let next = 0
      const send = async () => {
        for (let n = next++; n < POSTS; n = next++) {
          await wait(Math.max(0, started + (n * MINUTE_MS) / POSTS - performance.now()))
          const status = await post(bodies[n] as string, n)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, send))
    })
    if ((await post(`logout_token=${valid()}`, 0)) !== 200) throw new Error('A valid token was refused')
    console.log(`${kind}: answers by status`, Object.fromEntries(statuses))
    const others = oidc.asked.slice(asked).filter((line) => !/^GET \/(jwks|\.well-known\/openid-configuration)$/.test(line))
    return [
      { label: `${POSTS} forged logout tokens: answers other than 400`, unit: '', measured: POSTS - (statuses.get(400) ?? 0), limit: 0 },
      { label: 'Sessions that ended', unit: '', measured: left - (await sessions()), limit: 0 },
      { label: 'Requests to the provider other than for its keys', unit: '', measured: others.length, limit: 0 },
      { label: 'Requests for its keys', unit: '', measured: oidc.asked.length - asked - others.length },
      { label: 'The posts took', unit: 's', measured: during.seconds },
      { label: 'page/info of another reader, 95th percentile relative to before', unit: '×', measured: during.p95 / before.p95, limit: 2 },
      { label: 'page/info of another reader, longest', unit: 'ms', measured: during.worst, limit: 50 },
    ].map((row) => ({ ...row, label: `${kind}: ${row.label}` }))
  } finally {
    await site.stop()
    await oidc.stop()
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Makes tokens that differ from a valid one in one thing each. */
function forgery({ url, key }: Awaited<ReturnType<typeof startOidc>>) {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = (n: number, more: object = {}) => ({ iss: url, aud: 'docs', iat: now(), jti: `forged-${n}`, sub: 'emma', events, ...more })
  const token = (alg: string, payload: object, signature: (text: string) => string) => {
    const text = `${encoded({ alg, typ: 'logout+jwt' })}.${encoded(payload)}`
    return `${text}.${signature(text)}`
  }
  const byRsa = (payload: object, by: KeyObject = key) =>
    token('RS256', payload, (text) => sign('sha256', Buffer.from(text), by).toString('base64url'))
  const secret = JSON.stringify(key.export({ format: 'jwk' }))
  const kinds: ((n: number) => string)[] = [
    (n) => token('none', claims(n), () => ''),
    (n) => token('HS256', claims(n), (text) => createHmac('sha256', secret).update(text).digest('base64url')),
    (n) => byRsa(claims(n), other),
    (n) => byRsa(claims(n, { aud: 'other' })),
    (n) => byRsa(claims(n, { iat: now() - 4000 })),
    (n) => byRsa(claims(n, { nonce: 'n' })),
    (n) => byRsa(claims(n, { events: {} })),
  ]
  return { forge: (n: number) => (kinds[n % kinds.length] as (typeof kinds)[number])(n), valid: () => byRsa(claims(0, { jti: 'valid' })) }
}
