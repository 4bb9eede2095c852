import type { Language } from '@sheaf/contract'
import { siteSettings } from '../common/common.store.ts'
import type { Services, User } from '../context.ts'
import { canMail } from '../runtime/mail.ts'
import { version } from '../runtime/version.ts'
import { hasAdministrator } from '../user/user.store.ts'

/** What the web app learns with its page (web/src/lib/boot.ts has the same shape). */
export interface Boot {
  base: string
  site: string
  language: Language
  theme: string
  version: string
  account: object | null
  registerOpen: boolean
  /** The server can send mail. */
  mail: boolean
  /** What may be imported at once, in MiB. */
  importMaxMb: number
  /** An uploaded file must be smaller, in MiB. */
  uploadMaxMb: number
  /** Rows of the list of one's attachments. */
  attachmentPageSize: number
  /** Between two drafts of an editor. */
  draftSeconds: number
  links: Record<string, string>
  seed: [string, object, unknown][]
  /** Nobody has made the first administrator yet; said to visitors. */
  unclaimed?: true
  missing?: true
}

/** Once there is an administrator there always is one: no further question. */
const claimed = new WeakSet<object>()

async function isUnclaimed({ store }: Services) {
  if (claimed.has(store)) return false
  const has = await hasAdministrator({ store })
  if (has) claimed.add(store)
  return !has
}

export async function bootFor(house: Services, user: User | null, language: Language, theme: string, origin: string): Promise<Boot> {
  const { config } = house
  const settings = await siteSettings(house)
  const links = { feedback: config.LINK_FEEDBACK, client: config.LINK_CLIENT, runapi: config.LINK_RUNAPI, apitest: config.LINK_APITEST }
  return {
    base: config.BASE_PATH,
    site: config.PUBLIC_URL ?? origin + config.BASE_PATH,
    language,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    version,
    account: user && {
      ...user,
      uid: String(user.uid),
      email_verify: String(user.email_verify),
      groupid: String(user.groupid),
      avatar_small: user.avatar,
    },
    registerOpen: settings.register_open === '1',
    mail: canMail(house),
    importMaxMb: config.IMPORT_MAX_MB,
    uploadMaxMb: config.UPLOAD_MAX_MB,
    attachmentPageSize: Math.max(1, Number(settings.attachment_page_size) || 6),
    draftSeconds: Math.max(10, Number(settings.draft_seconds) || 30),
    links: Object.fromEntries(Object.entries(links).filter((link): link is [string, string] => Boolean(link[1]))),
    ...(!user && (await isUnclaimed(house)) && { unclaimed: true }),
    seed: [],
  }
}
