import { Refusal } from '@sheaf/contract'
import { visitPassword } from '../../auth/password.ts'
import { mustBeDomain } from '../../item/item.rules.ts'
import { type TableMigrator, unmappedColumns } from './mover.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, plain, timeOf, wholeOf } from './texts.ts'
import type { MigrationRun } from './way.ts'

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
