import type { Config } from '../config.tsx'

/** Test data: the settings of a new site. */
export const config: Config = {
  register_open: '1',
  home_page: '1',
  home_item: '0',
  beian: '',
  history_version_count: '20',
  draft_seconds: '30',
  attachment_page_size: '6',
  ext_register_open: '1',
  login_secret_md5: '0',
  audit_days: '365',
  change_days: '180',
  webhook_on: '1',
  site_index: '0',
  index_default: 'none',
  site_description: '',
  robots_more: '',
  site_agent_note: '',
  oss_open: '0',
  oss_setting: null,
}
