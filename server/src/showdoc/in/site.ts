import { ldapFields, oauth2Fields, ossFields } from '@sheaf/contract'
import type { MigratedRow, TableMigrator } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import { flagOf, nameOf, numberOf, timeOf, unescapeHtml } from './texts.ts'

/** Credentials of other systems: they are not migrated, and the operator enters them again. */
const secrets = new Set(['bind_password', 'client_secret', 'secret', 'secretKey'])
const forms: Record<string, readonly string[]> = { oss_setting: ossFields, ldap_form: ldapFields, oauth2_form: oauth2Fields }
/** Features that stay off until the operator has entered their credentials. */
const switches = new Set(['oss_open', 'ldap_open'])
const plainSettings = new Set(['register_open', 'home_page', 'beian', 'history_version_count'])

function formOf(name: string, text: string): string | undefined {
  try {
    const form = JSON.parse(text) as Record<string, unknown>
    if (Array.isArray(form) || !Object.values(form).some((value) => value !== '')) return undefined
    const fields = forms[name] as readonly string[]
    return JSON.stringify(Object.fromEntries(fields.map((field) => [field, secrets.has(field) ? '' : String(form[field] ?? '')])))
  } catch {
    return undefined
  }
}

function settingOf(name: string, text: string, run: MigrationRun): string | undefined {
  if (plainSettings.has(name)) return name === 'beian' ? text : String(numberOf(text))
  if (name === 'home_item') return String(run.id('item', text) ?? 0)
  if (switches.has(name)) return '0'
  return name in forms ? formOf(name, text) : undefined
}

/** The provider of ShowDoc becomes the first one here, unless there is one. */
async function providerOf(text: string, run: MigrationRun): Promise<MigratedRow> {
  if (!(await run.claim('provider', { is_first: 1 }))) return { left: 'ours' }
  const { entrance_tips: name = '', ...form } = JSON.parse(text) as Record<string, string>
  const kind = form['issuer'] ? 'oidc' : 'oauth2'
  return { rows: [['provider', { kind, name, form: JSON.stringify(form), is_on: 0, s_number: 1, is_first: 1, addtime: run.now }]] }
}

export const site: TableMigrator[] = [
  {
    table: 'options',
    key: ['option_id'],
    async take(row, run): Promise<MigratedRow> {
      const name = String(row['option_name'] ?? '')
      if (name === 'login_secret_key') return { left: 'secret' }
      // The provider is off until its secret is entered.
      if (name === 'oauth2_open') return {}
      const value = settingOf(name, unescapeHtml(row['option_value']), run)
      if (value && name === 'oauth2_form') return providerOf(value, run)
      if (value === undefined) return { left: name === 'db_version_num' ? 'transient' : 'unknownHere' }
      if (!(await run.claim('site_config', { name }))) return { left: 'ours' }
      return { rows: [['site_config', { name, value }]] }
    },
  },
  {
    table: 'message',
    key: ['id'],
    take(row, run) {
      const uid = run.id('user', row['to_uid'])
      const content = run.staging.tables.has('message_content')
        ? run.staging.all('select * from message_content where id = ?', row['message_content_id'])[0]
        : undefined
      if (!uid || !content) return { left: 'orphan' }
      const isPage = String(content['object_type']) === 'page'
      const page_id = isPage ? (run.id('page', content['object_id']) ?? 0) : 0
      const item = isPage
        ? run.staging.all('select item_id from page where page_id = ?', content['object_id'])[0]?.['item_id']
        : content['object_id']
      const notice = {
        notice_id: run.own('message', row['id']),
        uid,
        // No kind of Sheaf: the interface shows the stored text.
        kind: 'showdoc',
        notice_title: nameOf(content['from_name']) || 'ShowDoc',
        notice_content: unescapeHtml(content['message_content']).replaceAll('\0', ''),
        from_uid: run.id('user', content['from_uid']) ?? null,
        from_name: nameOf(content['from_name']),
        item_id: run.id('item', item ?? 0) ?? 0,
        page_id,
        is_read: flagOf(row['status']),
        notice_time: timeOf(row['addtime']),
      }
      return { rows: [['notice', notice]] }
    },
  },
]

/** Tables whose rows have expired by the time of a move. */
const transient = ['user_token', 'captcha', 'page_lock']

/** Every other table, whose rows are stored unchanged; later versions of ShowDoc added them. */
export function remainingTables(run: MigrationRun, known: Set<string>): TableMigrator[] {
  const expired = transient.map((table): TableMigrator => ({ table, key: [], take: () => ({ left: 'transient' }) }))
  const contents: TableMigrator = {
    table: 'message_content',
    key: ['id'],
    take: (row) => (hasMessage(row['id'], run) ? {} : { left: 'unknownHere' }),
  }
  const rest = [...run.staging.tables]
    .filter((table) => !known.has(table) && !transient.includes(table) && table !== 'message_content')
    .sort()
  return [...expired, contents, ...rest.map((table): TableMigrator => ({ table, key: [], take: () => ({ left: 'unknownHere' }) }))]
}

const hasMessage = (id: unknown, run: MigrationRun) =>
  run.staging.all('select 1 as one from message where message_content_id = ? limit 1', id).length > 0
