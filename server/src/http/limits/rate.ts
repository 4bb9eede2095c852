import { isIPv6 } from 'node:net'
import { Refusal } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import type { Config } from '../../runtime/config.ts'

/** Limits per user or address: [calls, seconds]. Calls that are not listed have no limit. */
const table: Record<string, [number, number]> = {
  'user/login': [10, 60],
  'user/register': [5, 3600],
  'user/setup': [10, 60],
  'user/secondStep': [10, 60],
  'user/confirm': [20, 60],
  'secondStep/beginTotp': [20, 60],
  'secondStep/addTotp': [20, 60],
  'secondStep/newCodes': [20, 3600],
  // Each opening of the sign-in screen asks for options.
  'user/passkeyOptions': [60, 60],
  'user/passkeyLogin': [20, 60],
  'secondStep/beginPasskey': [20, 60],
  'secondStep/addPasskey': [20, 60],
  'secondStep/renamePasskey': [60, 60],
  'user/resetPasswordEmail': [10, 3600],
  'user/resetPasswordByUrl': [20, 3600],
  'user/verifyEmail': [20, 3600],
  'user/allUser': [30, 60],
  'user/setFirstPassword': [10, 3600],
  'ExtLogin/oauth2': [60, 60],
  'ExtLogin/bySecretKey': [300, 60],
  // A provider signs many people out at once, and a forged token costs little.
  'ExtLogin/backchannel': [600, 60],
  'adminSetting/testLdap': [30, 60],
  'adminSetting/ldapMatches': [30, 60],
  'adminSetting/lookNow': [30, 60],
  'adminSetting/testStorage': [30, 60],
  'adminSetting/testOauth2': [30, 60],
  'adminProvider/test': [30, 60],
  'common/verify': [60, 60],
  'common/createCaptcha': [60, 60],
  'common/showCaptcha': [60, 60],
  'common/qrcode': [60, 60],
  'item/pwd': [60, 60],
  'item/search': [300, 60],
  'item/searchMine': [300, 60],
  'search/all': [300, 60],
  'search/item': [300, 60],
  'search/pages': [300, 60],
  'catalog/copy': [60, 60],
  'page/move': [60, 60],
  'tree/check': [120, 60],
  'tree/move': [30, 60],
  'tree/copy': [30, 60],
  'tree/delete': [30, 60],
  'tree/undo': [30, 60],
  'import/auto': [10, 3600],
  'import/preview': [30, 3600],
  'feedback/info': [500, 60],
  'truth/page': [500, 60],
  'truth/summary': [300, 60],
  'truth/list': [300, 60],
  'review/info': [500, 60],
  'review/getList': [300, 60],
  'review/people': [60, 60],
  'review/report': [60, 60],
  'console/call': [500, 60],
  'console/environments': [500, 60],
  'console/worker': [500, 60],
  'console/addresses': [60, 60],
  'console/send': [60, 60],
  'source/add': [60, 3600],
  'source/push': [60, 3600],
  'source/fetch': [20, 3600],
  'source/export': [60, 3600],
  'source/schema': [300, 60],
  'export/markdown': [20, 3600],
  'page/upload': [25, 60],
  'page/info': [500, 60],
  'page/view': [500, 60],
  'page/infoByKey': [500, 60],
  'item/info': [500, 60],
  'adminUser/addUser': [60, 60],
  'adminUser/changePassword': [60, 60],
  'adminUser/sendLink': [20, 60],
  'adminNotice/send': [10, 3600],
  'adminLog/export': [20, 3600],
  'adminUpdate/checkUpdate': [30, 60],
  'adminUpdate/download': [60, 3600],
  'adminUpdate/updateFiles': [20, 3600],
  'adminShowdoc/begin': [30, 3600],
  'adminShowdoc/upload': [10, 3600],
  'adminShowdoc/resume': [30, 3600],
  'adminShowdoc/verify': [30, 3600],
  'adminShowdoc/report': [60, 3600],
  'mock/infoByKey': [600, 60],
  'mock/infoByPath': [600, 60],
  // Files for programs (publish/serve.ts): pages as Markdown and lists, whole items, sitemaps.
  file: [500, 60],
  'llms-full': [20, 3600],
  sitemap: [60, 60],
  feed: [60, 60],
  // Calls by token: per token, and for all tokens of a person together.
  token: [600, 60],
  'token of a person': [1200, 60],
  'token write': [60, 60],
  'token write of a person': [120, 60],
  'token search': [120, 60],
  'token search of a person': [240, 60],
  'wrong token': [30, 60],
  // Requests of agents: per token, and for anonymous visitors per address.
  mcp: [300, 60],
  'mcp/open': [60, 60],
  'token/save': [20, 3600],
  'publish/tokens': [60, 60],
  'webhook/save': [30, 3600],
  'webhook/delete': [20, 3600],
  'webhook/test': [10, 60],
  'webhook/resend': [60, 3600],
  'comment/getList': [120, 60],
  'comment/add': [30, 60],
  'comment/people': [30, 60],
  'watch/preview': [3, 3600],
  'watch/unsubscribe': [60, 60],
  'watch/unsubscribeInfo': [60, 60],
  'suggestion/preview': [120, 60],
  'suggestion/save': [60, 3600],
  'oauth/token': [60, 60],
  'oauth/token of a client': [600, 60],
  'oauth/register': [20, 3600],
  // Descriptions of clients that are fetched, per user.
  'oauth/document': [20, 600],
  'oauth/request': [120, 60],
  'oauth/decide': [60, 3600],
  // All calls that authenticate with the API key of an item, per item (access/keys.ts).
  open: [300, 60],
}

/** Calls that count as another call. */
const same: Record<string, string> = {
  'export/word': 'export/markdown',
  'export/html': 'export/markdown',
  'pageFeedback/getStat': 'feedback/info',
  'import/markdown': 'import/auto',
  'importSwagger/import': 'import/auto',
  'importPostman/import': 'import/auto',
  'page/uploadImg': 'page/upload',
  'attachment/attachmentUpload': 'page/upload',
  'attachment/uploadImg': 'page/upload',
  'user/loginByVerify': 'user/login',
  'user/linkNewcomer': 'user/login',
  'user/joinNewcomer': 'user/register',
  'user/registerByVerify': 'user/register',
  'item/getPage': 'page/info',
  'pageComment/getList': 'comment/getList',
  'pageComment/add': 'comment/add',
}

const RATE_WINDOWS_MAX = 20_000

/** Counts a call of a user or address, and of IPv6 of the network of an address; throws `tooMany` above the limit. */
export type Rate = (call: string, who: string) => void | Promise<void>

type Limits = Pick<Config, 'RATE_LIMITS' | 'NODE_ENV'>

/** Limits of at least this many calls do not need to be exact. */
const WIDE = 100

/** The limit of a call and the name under which it counts; a hundred times as high in tests. */
function limitOf(call: string, { RATE_LIMITS, NODE_ENV }: Limits) {
  const path = same[call] ?? call
  const limit = RATE_LIMITS === 'off' ? undefined : table[path]
  const factor = NODE_ENV === 'test' ? 100 : 1
  return limit && { path, most: limit[0] * factor, seconds: limit[1], isWide: limit[0] >= WIDE }
}

const nameOf = (path: string, who: string) => `${path} ${isIPv6(who) ? networkOf(who) : who}`

/** Counts in the memory of this process. Counters of failures must survive a restart; they are in throttle.ts. */
export function rates(config: Limits) {
  const windows = new Map<string, { count: number; until: number }>()
  return (call: string, who: string) => {
    const limit = limitOf(call, config)
    if (!limit) return
    const now = performance.now()
    const key = nameOf(limit.path, who)
    let window = windows.get(key)
    if (!window || window.until < now) {
      // The window that began first goes. A look at all of them would cost each new caller as much as thousands of reads.
      windows.delete(key)
      if (windows.size >= RATE_WINDOWS_MAX) windows.delete(windows.keys().next().value as string)
      window = { count: 0, until: now + limit.seconds * 1000 }
      windows.set(key, window)
    }
    if (++window.count > limit.most) throw new Refusal('tooMany', { seconds: String(Math.ceil((window.until - now) / 1000)) })
  }
}

/** A process reports calls of a wide limit in batches of one fiftieth of it, so that few reads of a page write a row. */
const SHARE = 50
const SHARED_WINDOWS_MAX = 20_000

/**
 * One statement for all processes, by the clock of the database. It is prepared, because it runs as often as any read. An expired row
 * starts a new window.
 */
const COUNT = `insert into rate as r (name, count, until) values (?, ?::int, extract(epoch from now()) * 1000 + ?::int * 1000)
  on conflict (name) do update set
    count = case when r.until > extract(epoch from now()) * 1000 then r.count + excluded.count else excluded.count end,
    until = case when r.until > extract(epoch from now()) * 1000 then r.until else excluded.until end
  returning count, until - (extract(epoch from now()) * 1000)::bigint as rest`

interface Window {
  /** The count of all processes at the last query. */
  known: number
  /** Calls of this process since then, not yet reported. */
  unreported: number
  until: number
}

/**
 * Limits that hold over several processes. Calls of a limit below a hundred are counted one by one. For a wider limit each process
 * reports its calls in batches, so up to a fiftieth of the limit per process can pass in addition. It never refuses too early.
 */
export function sharedRates({ config, store }: Pick<Services, 'config' | 'store'>): Rate {
  const windows = new Map<string, Window>()

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key)
    if (known && known.until > now) return known
    if (windows.size >= SHARED_WINDOWS_MAX) windows.delete(windows.keys().next().value as string)
    windows.delete(key)
    // The first call queries the count of the other processes.
    const fresh = { known: 0, unreported: 0, until: 0 }
    windows.set(key, fresh)
    return fresh
  }

  async function report(key: string, window: Window, seconds: number) {
    const calls = window.unreported
    window.unreported = 0
    try {
      const [row] = await store.hot<{ count: number; rest: number }>(COUNT, [key, calls, seconds])
      if (!row) return
      window.known = Math.max(window.known, row.count)
      window.until = performance.now() + row.rest
      return row.count
    } catch (error) {
      // A database that takes no writes still has the texts. This process counts alone, so that people can read and export them.
      if ((error as { code?: string }).code !== '25006') throw error
      window.known += calls
      window.until ||= performance.now() + seconds * 1000
      return window.known
    }
  }

  return async (call, who) => {
    const limit = limitOf(call, config)
    if (!limit) return
    const { path, most, seconds, isWide } = limit
    const now = performance.now()
    const name = nameOf(path, who)
    const window = windowOf(name, now)
    const refuse = () => {
      throw new Refusal('tooMany', { seconds: String(Math.max(1, Math.ceil((window.until - performance.now()) / 1000))) })
    }
    // A caller above the limit is refused without a query.
    if (window.known > most) refuse()
    window.unreported++
    const isReported = window.until === 0 || window.unreported >= (isWide ? Math.floor(most / SHARE) : 1)
    const count = isReported ? await report(name, window, seconds) : undefined
    if ((count ?? window.known + window.unreported) > most) refuse()
  }
}

/** Counts in memory with SQLite, where there is one process, and in the database with PostgreSQL, where there can be several. */
export const ratesOf = (services: Pick<Services, 'config' | 'store'>): Rate =>
  services.store.kind === 'postgres' ? sharedRates(services) : rates(services.config)

/**
 * The network that a limit counts. A household or a rented server has a whole /64 of IPv6 addresses and can use another address for
 * each request. For IPv4 it is the address itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
