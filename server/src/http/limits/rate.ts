import { Refusal } from '@sheaf/contract'
import type { Config } from '../../runtime/config.ts'

/** Calls per user or address: [how many, in seconds]. What is not named may be made without a limit. */
const table: Record<string, [number, number]> = {
  'user/login': [10, 60],
  'user/register': [5, 3600],
  'user/setup': [10, 60],
  'user/resetPasswordEmail': [10, 3600],
  'user/resetPasswordByUrl': [20, 3600],
  'user/verifyEmail': [20, 3600],
  'user/allUser': [30, 60],
  'user/setFirstPassword': [10, 3600],
  'ExtLogin/oauth2': [60, 60],
  'ExtLogin/bySecretKey': [300, 60],
  'adminSetting/testLdap': [30, 60],
  'adminSetting/ldapMatches': [30, 60],
  'adminSetting/testStorage': [30, 60],
  'adminSetting/testOauth2': [30, 60],
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
  'import/auto': [10, 3600],
  'import/preview': [30, 3600],
  'export/markdown': [20, 3600],
  'page/upload': [25, 60],
  'page/info': [500, 60],
  'page/view': [500, 60],
  'page/infoByKey': [500, 60],
  'item/info': [500, 60],
  'adminUser/addUser': [60, 60],
  'adminUser/changePassword': [60, 60],
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
  // All calls by the key of an item, per item (access/keys.ts).
  open: [300, 60],
}

/** Other names of one thing, counted together. */
const same: Record<string, string> = {
  'export/word': 'export/markdown',
  'export/html': 'export/markdown',
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
}

const RATE_WINDOWS_MAX = 20_000

/** Counts a call and refuses it when there were too many. */
export type Rate = (call: string, who: string) => void | Promise<void>

type Limits = Pick<Config, 'RATE_LIMITS' | 'NODE_ENV'>

/** From here on nobody minds one call more or less. */
const WIDE = 100

/** The limit of a call, under the name it is counted by; a wide one in tests. */
export function limitOf(call: string, { RATE_LIMITS, NODE_ENV }: Limits) {
  const path = same[call] ?? call
  const limit = RATE_LIMITS === 'off' ? undefined : table[path]
  const factor = NODE_ENV === 'test' ? 100 : 1
  return limit && { path, most: limit[0] * factor, seconds: limit[1], isWide: limit[0] >= WIDE }
}

/** Counts in this process's memory; the counters of failures that must outlive it are in throttle.ts. */
export function rates(config: Limits) {
  const windows = new Map<string, { count: number; until: number }>()
  return (call: string, who: string) => {
    const limit = limitOf(call, config)
    if (!limit) return
    const now = performance.now()
    const key = `${limit.path} ${who}`
    let window = windows.get(key)
    if (!window || window.until < now) {
      if (windows.size >= RATE_WINDOWS_MAX)
        for (const [old, { until }] of windows) if (until < now || windows.size >= RATE_WINDOWS_MAX) windows.delete(old)
      window = { count: 0, until: now + limit.seconds * 1000 }
      windows.set(key, window)
    }
    if (++window.count > limit.most) throw new Refusal('tooMany', { seconds: String(Math.ceil((window.until - now) / 1000)) })
  }
}
