import type { Services } from '../context.ts'

/** The site settings an administrator makes on the screen, with what they are until then (SPEC 3, 9; wire/OURS.md). */
const defaults = {
  register_open: '1',
  home_page: '1',
  home_item: '0',
  beian: '',
  history_version_count: '20',
  oauth2_open: '0',
  oauth2_entrance_tips: '',
  draft_seconds: '30',
  attachment_page_size: '6',
  ext_register_open: '1',
  login_secret_md5: '0',
  audit_days: '365',
  oss_open: '0',
  ldap_open: '0',
}

export type SiteSetting = keyof typeof defaults

export async function siteSettings({ store }: Pick<Services, 'store'>): Promise<Record<SiteSetting, string>> {
  const rows = await store.hot<{ name: string; value: string }>('select name, value from site_config', [])
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) }
}

/** How many states of a page are kept and listed. */
export const keptStates = async (where: Pick<Services, 'store'>) =>
  Math.max(1, Number((await siteSettings(where)).history_version_count) || 0)
