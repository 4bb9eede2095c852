import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { headOf } from '../../access/access.store.ts'
import type { OpensItem } from '../../access/access.ts'
import { callerByToken, tokenInHeaders } from '../../auth/grant.ts'
import { verifyPassword } from '../../auth/password.ts'
import { callerOf, cookieName, isSecure } from '../../auth/session.ts'
import { beginTry, countTry, tooManyOf } from '../../auth/throttle.ts'
import type { Caller, Services } from '../../context.ts'
import { networkOf, type Rate } from '../../http/limits/rate.ts'
import { cookieOf } from '../../http/request.ts'
import { Lru } from '../../runtime/lru.ts'

/** Who asks for a file, and what opens an item in addition to their permissions. */
export interface FileCaller extends Caller {
  opens: OpensItem
}

/** User names of Basic authentication, for clients that know nothing else: a token (W18), or the visit password of an item (W23). */
type BasicName = 'token' | 'visit'

function basicOf({ authorization = '' }: IncomingHttpHeaders, wanted: BasicName): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000}) *$/i.exec(authorization)?.[1]
  const [name, password] = encoded === undefined ? [] : splitOnce(Buffer.from(encoded, 'base64').toString('utf8'))
  return name === wanted ? password : undefined
}

function splitOnce(text: string) {
  const cut = text.indexOf(':')
  return cut < 0 ? [] : [text.slice(0, cut), text.slice(cut + 1)]
}

/**
 * The caller of a file: the person behind a token or a session, or an anonymous visitor. A token wins over a cookie, and a wrong one
 * is refused. Any other Basic authentication belongs to a proxy in front and is ignored.
 */
export async function fileCaller(services: Services, request: FastifyRequest, rate: Rate): Promise<FileCaller> {
  const { headers, ip } = request
  const token = tokenInHeaders(headers) ?? basicOf(headers, 'token')
  const nothing: OpensItem = async () => false
  if (token !== undefined) {
    const found = await callerByToken(services, token, { address: ip, agent: headers['user-agent'] ?? '' }).catch(
      async (error: unknown) => {
        if (error instanceof Refusal) await rate('wrong token', ip)
        throw error
      },
    )
    await rate('token', `g${found.grant.grant_id}`)
    await rate('token of a person', `u${found.user?.uid}`)
    return { ...found, opens: nothing }
  }
  const password = basicOf(headers, 'visit')
  const caller = await callerOf(services, cookieOf(headers, cookieName(isSecure(services))) ?? '')
  return { ...caller, opens: password ? (item_id) => opensByPassword(services, item_id, password, ip) : nothing }
}

/** Wrong visit passwords for an item from one network, and from all together, within a day; as for item/pwd. */
const WRONG_MAX = 10
const WRONG_MAX_OF_ALL = 200
const HOUR = 3600

/** Right passwords of the last minutes: a program sends its password with each file, and comparing one takes tens of milliseconds. */
const right = new Lru<number>(1_000_000)
const RIGHT_SECONDS = 600
const ENTRY_BYTES = 200

/**
 * Whether a visit password opens an item. Failures count with those of item/pwd. From the tenth of a network on it is refused for an
 * hour, because a program cannot solve a captcha; after that, one more try per hour is compared.
 */
async function opensByPassword(services: Services, item_id: number, password: string, address: string): Promise<boolean> {
  const item = await headOf(services, item_id)
  if (!item || item.password_hash === '') return false
  const key = createHash('sha256').update(`${item_id} ${item.password_stamp} ${password}`).digest('base64')
  if ((right.get(key) ?? 0) > services.now()) return true
  const network = networkOf(address)
  const pause = `visit file ${item_id} ${network}`
  const countPaused = () => services.store.write((trx) => countTry(trx, pause, services.now(), HOUR))
  const attempt = await beginTry(
    services,
    [
      { name: `visit ${item_id} ${network}`, from: WRONG_MAX },
      { name: `visit ${item_id}`, from: WRONG_MAX_OF_ALL },
    ],
    async () => {
      if ((await countPaused()) > 1) throw await tooManyOf(services.store.db, pause, services.now())
    },
  )
  if (await verifyPassword(item.password_hash, password)) {
    await attempt.succeeded()
    right.set(key, services.now() + RIGHT_SECONDS, ENTRY_BYTES)
    return true
  }
  if (attempt.needsCaptcha) await countPaused()
  return false
}
