import { Refusal } from '@sheaf/contract'
import { visitPassword } from '../../auth/password.ts'
import { mustBeDomain } from '../../item/item.rules.ts'
import { type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, timeOf, unescapeHtml, wholeOf } from './texts.ts'

/** Data that API clients keep with an item; parameters of all its pages are stored with the item itself. */
export const clientData: TableMigrator[] = [
  {
    table: 'runapi_env',
    key: ['id'],
    take(row, run) {
      const [id, item_id] = [run.id('runapi_env', row['id']), run.id('item', row['item_id'])]
      if (!id || !item_id) return { left: 'orphan' }
      const env = { id, item_id, env_name: nameOf(row['env_name']), uid: run.id('user', row['uid']) ?? run.owner }
      return { rows: [['runapi_env', { ...env, addtime: timeOf(row['addtime']), last_update_time: timeOf(row['last_update_time']) }]] }
    },
  },
  {
    table: 'runapi_env_selectd',
    key: ['id'],
    async take(row, run) {
      const [item_id, uid, env_id] = [run.id('item', row['item_id']), run.id('user', row['uid']), run.id('runapi_env', row['env_id'])]
      if (!item_id || !uid || !env_id) return { left: 'orphan' }
      if (!(await run.claim('runapi_env_selected', { item_id, uid }))) return { left: 'twice' }
      return { rows: [['runapi_env_selected', { id: run.own('runapi_env_selectd', row['id']), item_id, uid, env_id }]] }
    },
  },
  {
    table: 'runapi_global_param',
    key: ['id'],
    take: (row, run) => (run.id('item', row['item_id']) ? {} : { left: 'orphan' }),
  },
  {
    table: 'item_variable',
    key: ['id'],
    async take(row, run) {
      const item_id = run.id('item', row['item_id'])
      const env_id = numberOf(row['env_id']) === 0 ? 0 : run.id('runapi_env', row['env_id'])
      const var_name = nameOf(row['var_name'])
      if (!item_id || env_id === undefined) return { left: 'orphan' }
      if (!(await run.claim('item_variable', { item_id, env_id, var_name }))) return { left: 'twice' }
      const variable = { id: run.own('item_variable', row['id']), item_id, env_id, var_name, var_value: nameOf(row['var_value']) }
      return { rows: [['item_variable', { ...variable, uid: run.id('user', row['uid']) ?? run.owner, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'runapi_flow',
    key: ['id'],
    take(row, run) {
      const [id, item_id] = [run.id('runapi_flow', row['id']), run.id('item', row['item_id'])]
      if (!id || !item_id) return { left: 'orphan' }
      const flow = {
        id,
        item_id,
        flow_name: nameOf(row['flow_name']),
        uid: run.id('user', row['uid']) ?? run.owner,
        username: nameOf(row['username']),
        env_id: run.id('runapi_env', row['env_id']) ?? 0,
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
    take(row, run) {
      const [flow_id, page_id] = [run.id('runapi_flow', row['flow_id']), run.id('page', row['page_id'])]
      if (!flow_id || !page_id) return { left: 'orphan' }
      const call = { id: run.own('runapi_flow_page', row['id']), flow_id, page_id, s_number: numberOf(row['s_number']) }
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

/** The parameters and scripts of all pages of an item as JSON; "" when there are none. */
function sharedOf(old: number, run: MigrationRun): string {
  if (!run.staging.tables.has('runapi_global_param')) return ''
  const rows = run.staging.all('select param_type, content_json_str from runapi_global_param where item_id = ? order by id', old)
  const shared = rows.map((row): [string, unknown] => {
    const [name, text] = [String(row['param_type']), unescapeHtml(row['content_json_str'])]
    return [name, /Script$/.test(name) ? text : (jsonIn(text) ?? [])]
  })
  return shared.length > 0 ? JSON.stringify(Object.fromEntries(shared)) : ''
}

/** The domain of the item if it is valid and free here, otherwise ''. */
async function domainOf(row: Row, item_id: number, run: MigrationRun): Promise<string> {
  const original = nameOf(row['item_domain']).trim()
  const domain = allowed(original)
  if (domain !== '' && (await run.claim('item', { domain_key: domain.toLowerCase() }))) return domain
  if (original !== '') run.move.progress.renamed.push({ table: 'item', id: item_id, from: original, to: '' })
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

/** Migrated last, so that users never see an incomplete item. */
export const items: TableMigrator = {
  table: 'item',
  key: ['item_id'],
  atOnce: 20,
  async take(row, run) {
    const item_id = run.id('item', row['item_id']) as number
    const [addtime, changed] = [timeOf(row['addtime']), timeOf(row['last_update_time'])]
    const item_domain = await domainOf(row, item_id, run)
    const is_del = flagOf(row['is_del'])
    const item = {
      item_id,
      item_name: nameOf(row['item_name']),
      item_description: nameOf(row['item_description']),
      item_domain,
      domain_key: item_domain.toLowerCase() || null,
      item_type: numberOf(row['item_type']),
      uid: run.id('user', row['uid']) ?? run.owner,
      ...(await visitPassword(unescapeHtml(row['password']))),
      is_archived: flagOf(row['is_archived']),
      is_del,
      del_time: is_del ? changed || run.now : 0,
      addtime,
      last_update_time: changed || addtime,
      tree_version: 1,
      global_param: sharedOf(wholeOf(row['item_id']), run),
      // There, signed-in readers comment, and every reader sees comments.
      ...(flagOf(row['allow_comment']) ? { comment_from: 2, comment_see: 3, comment_names: 1 } : {}),
    }
    return { rows: [['item', item]], ...unmappedColumns(row, ['allow_feedback']) }
  },
}
