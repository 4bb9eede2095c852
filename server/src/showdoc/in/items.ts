import { Refusal } from '@sheaf/contract'
import { visitPassword } from '../../auth/password.ts'
import { mustBeDomain } from '../../item/item.rules.ts'
import { type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, plain, timeOf, wholeOf } from './texts.ts'

/** What API clients keep with an item; what holds for all its pages goes with the item itself. */
export const clientData: TableMigrator[] = [
  {
    table: 'runapi_env',
    key: ['id'],
    take(row, way) {
      const [id, item_id] = [way.id('runapi_env', row['id']), way.id('item', row['item_id'])]
      if (!id || !item_id) return { left: 'orphan' }
      const env = { id, item_id, env_name: nameOf(row['env_name']), uid: way.id('user', row['uid']) ?? way.owner }
      return { rows: [['runapi_env', { ...env, addtime: timeOf(row['addtime']), last_update_time: timeOf(row['last_update_time']) }]] }
    },
  },
  {
    table: 'runapi_env_selectd',
    key: ['id'],
    async take(row, way) {
      const [item_id, uid, env_id] = [way.id('item', row['item_id']), way.id('user', row['uid']), way.id('runapi_env', row['env_id'])]
      if (!item_id || !uid || !env_id) return { left: 'orphan' }
      if (!(await way.claim('runapi_env_selected', { item_id, uid }))) return { left: 'twice' }
      return { rows: [['runapi_env_selected', { id: way.own('runapi_env_selectd', row['id']), item_id, uid, env_id }]] }
    },
  },
  {
    table: 'runapi_global_param',
    key: ['id'],
    take: (row, way) => (way.id('item', row['item_id']) ? {} : { left: 'orphan' }),
  },
  {
    table: 'item_variable',
    key: ['id'],
    async take(row, way) {
      const item_id = way.id('item', row['item_id'])
      const env_id = numberOf(row['env_id']) === 0 ? 0 : way.id('runapi_env', row['env_id'])
      const var_name = nameOf(row['var_name'])
      if (!item_id || env_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('item_variable', { item_id, env_id, var_name }))) return { left: 'twice' }
      const variable = { id: way.own('item_variable', row['id']), item_id, env_id, var_name, var_value: nameOf(row['var_value']) }
      return { rows: [['item_variable', { ...variable, uid: way.id('user', row['uid']) ?? way.owner, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'runapi_flow',
    key: ['id'],
    take(row, way) {
      const [id, item_id] = [way.id('runapi_flow', row['id']), way.id('item', row['item_id'])]
      if (!id || !item_id) return { left: 'orphan' }
      const flow = {
        id,
        item_id,
        flow_name: nameOf(row['flow_name']),
        uid: way.id('user', row['uid']) ?? way.owner,
        username: nameOf(row['username']),
        env_id: way.id('runapi_env', row['env_id']) ?? 0,
        times: numberOf(row['times']),
        time_interval: numberOf(row['time_interval']),
        error_continue: flagOf(row['error_continue']),
        save_change: flagOf(row['save_change']),
        addtime: timeOf(row['addtime']),
        last_update_time: timeOf(row['last_update_time']),
      }
      return { rows: [['runapi_flow', flow]] }
    },
  },
  {
    table: 'runapi_flow_page',
    key: ['id'],
    take(row, way) {
      const [flow_id, page_id] = [way.id('runapi_flow', row['flow_id']), way.id('page', row['page_id'])]
      if (!flow_id || !page_id) return { left: 'orphan' }
      const call = { id: way.own('runapi_flow_page', row['id']), flow_id, page_id, s_number: numberOf(row['s_number']) }
      return { rows: [['runapi_flow_page', { ...call, enabled: flagOf(row['enabled'] ?? 1), addtime: timeOf(row['addtime']) }]] }
    },
  },
]

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What API clients keep for all pages of an item, in our form; "" when there is nothing. */
function sharedOf(old: number, way: MigrationRun): string {
  if (!way.staging.tables.has('runapi_global_param')) return ''
  const rows = way.staging.all('select param_type, content_json_str from runapi_global_param where item_id = ? order by id', old)
  const shared = rows.map((row): [string, unknown] => {
    const [name, text] = [String(row['param_type']), plain(row['content_json_str'])]
    return [name, /Script$/.test(name) ? text : (jsonIn(text) ?? [])]
  })
  return shared.length > 0 ? JSON.stringify(Object.fromEntries(shared)) : ''
}

/** The domain there, if it may be one here and nobody has it. */
async function domainOf(row: Row, item_id: number, way: MigrationRun): Promise<string> {
  const given = nameOf(row['item_domain']).trim()
  const domain = allowed(given)
  if (domain !== '' && (await way.claim('item', { domain_key: domain.toLowerCase() }))) return domain
  if (given !== '') way.move.progress.renamed.push({ table: 'item', id: item_id, from: given, to: '' })
  return ''
}

function allowed(domain: string) {
  try {
    return mustBeDomain(domain)
  } catch (error) {
    if (error instanceof Refusal) return ''
    throw error
  }
}

/** The last to come: nobody sees an item before all of it is there. */
export const items: TableMigrator = {
  table: 'item',
  key: ['item_id'],
  atOnce: 20,
  async take(row, way) {
    const item_id = way.id('item', row['item_id']) as number
    const [addtime, changed] = [timeOf(row['addtime']), timeOf(row['last_update_time'])]
    const item_domain = await domainOf(row, item_id, way)
    const is_del = flagOf(row['is_del'])
    const item = {
      item_id,
      item_name: nameOf(row['item_name']),
      item_description: nameOf(row['item_description']),
      item_domain,
      domain_key: item_domain.toLowerCase() || null,
      item_type: numberOf(row['item_type']),
      uid: way.id('user', row['uid']) ?? way.owner,
      ...(await visitPassword(plain(row['password']))),
      is_archived: flagOf(row['is_archived']),
      is_del,
      del_time: is_del ? changed || way.now : 0,
      addtime,
      last_update_time: changed || addtime,
      tree_version: 1,
      global_param: sharedOf(wholeOf(row['item_id']), way),
    }
    return { rows: [['item', item]], ...unmappedColumns(row, ['allow_comment', 'allow_feedback']) }
  },
}
