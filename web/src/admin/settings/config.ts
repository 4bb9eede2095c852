import type { Answer } from '@sheaf/contract/client'

/** What holds for the whole site. */
export type Config = Answer<'adminSetting', 'loadConfig'>

/** What of it is a number. */
export type Counts = 'history_version_count' | 'draft_seconds' | 'attachment_page_size' | 'audit_days'
