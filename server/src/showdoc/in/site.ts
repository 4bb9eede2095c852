import { ldapFields, oauth2Fields, ossFields } from '@sheaf/contract'
import type { MigratedRow, TableMigrator } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import { flagOf, nameOf, numberOf, plain, timeOf } from './texts.ts'

/** What the operator enters again: what opens other systems is not taken along. */
const secrets = new Set(['bind_password', 'client_secret', 'secret', 'secretKey'])
const forms: Record<string, readonly string[]> = { oss_setting: ossFields, ldap_form: ldapFields, oauth2_form: oauth2Fields }
/** Switched off until the secret is there. */
const switches = new Set(['oss_open', 'ldap_open', 'oauth2_open'])
const plainOnes = new Set(['register_open', 'home_page', 'beian', 'history_version_count'])

function formOf(name: string, text: string): string | undefined {
  try {
    const given = JSON.parse(text) as Record<string, unknown>
    if (Array.isArray(given) || !Object.values(given).some((value) => value !== '')) return undefined
    const fields = forms[name] as readonly string[]
    return JSON.stringify(Object.fromEntries(fields.map((field) => [field, secrets.has(field) ? '' : String(given[field] ?? '')])))
  } catch {
    return undefined
  }
}

function settingOf(name: string, text: string, way: MigrationRun): string | undefined {
  if (plainOnes.has(name)) return name === 'beian' ? text : String(numberOf(text))
  if (name === 'home_item') return String(way.id('item', text) ?? 0)
  if (switches.has(name)) return '0'
  return name in forms ? formOf(name, text) : undefined
}

export const site: TableMigrator[] = [
  {
    table: 'options',
    key: ['option_id'],
    async take(row, way): Promise<MigratedRow> {
      const name = String(row['option_name'] ?? '')
      if (name === 'login_secret_key') return { left: 'secret' }
      const value = settingOf(name, plain(row['option_value']), way)
      if (value === undefined) return { left: name === 'db_version_num' ? 'transient' : 'unknownHere' }
      if (!(await way.claim('site_config', { name }))) return { left: 'ours' }
      return { rows: [['site_config', { name, value }]] }
    },
  },
  {
    table: 'message',
    key: ['id'],
    take(row, way) {
      const uid = way.id('user', row['to_uid'])
      const said = way.staging.tables.has('message_content')
        ? way.staging.all('select * from message_content where id = ?', row['message_content_id'])[0]
        : undefined
      if (!uid || !said) return { left: 'orphan' }
      const isPage = String(said['object_type']) === 'page'
      const page_id = isPage ? (way.id('page', said['object_id']) ?? 0) : 0
      const item = isPage
        ? way.staging.all('select item_id from page where page_id = ?', said['object_id'])[0]?.['item_id']
        : said['object_id']
      const notice = {
        notice_id: way.own('message', row['id']),
        uid,
        // Of no kind of ours: shown in its own words.
        kind: 'showdoc',
        notice_title: nameOf(said['from_name']) || 'ShowDoc',
        notice_content: plain(said['message_content']).replaceAll('\0', ''),
        from_uid: way.id('user', said['from_uid']) ?? null,
        from_name: nameOf(said['from_name']),
        item_id: way.id('item', item ?? 0) ?? 0,
        page_id,
        is_read: flagOf(row['status']),
        notice_time: timeOf(row['addtime']),
      }
      return { rows: [['notice', notice]] }
    },
  },
]

/** Over by the time of a move. */
const transient = ['user_token', 'captcha', 'page_lock']

/** Every other table, as its rows are: what came with later versions. */
export function others(way: MigrationRun, known: Set<string>): TableMigrator[] {
  const gone = transient.map((table): TableMigrator => ({ table, key: [], take: () => ({ left: 'transient' }) }))
  const words: TableMigrator = {
    table: 'message_content',
    key: ['id'],
    take: (row) => (isTold(row['id'], way) ? {} : { left: 'unknownHere' }),
  }
  const rest = [...way.staging.tables]
    .filter((table) => !known.has(table) && !transient.includes(table) && table !== 'message_content')
    .sort()
  return [...gone, words, ...rest.map((table): TableMigrator => ({ table, key: [], take: () => ({ left: 'unknownHere' }) }))]
}

const isTold = (id: unknown, way: MigrationRun) =>
  way.staging.all('select 1 as one from message where message_content_id = ? limit 1', id).length > 0
