import { API_ITEM, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import type { ItemHead } from '../access/access.store.ts'
import type { Services } from '../context.ts'
import type { Config } from '../runtime/config.ts'

/*
 * Which items search engines and directories for agents list (docs/decisions/0069): public ones, while the site allows it, that were
 * chosen or are of a kind that is listed by itself.
 */

/** The site settings that decide it. */
export interface ListingSettings {
  site_index: string
  index_default: string
}

type ListingReason = 'site' | 'address' | 'password' | 'chosen' | 'kind' | 'default'

/** The kinds that are not listed by themselves: one page is a note or a table more often than a document. */
const UNLISTED_KINDS = [SINGLE_PAGE, SPREADSHEET_ITEM]

/** Whether the site is listed at all. Without a public address there is nothing that a list could name. */
export const isSiteListed = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, { site_index }: Pick<ListingSettings, 'site_index'>) =>
  PUBLIC_URL !== undefined && site_index === '1'

/** Whether an item of this kind is listed without a choice of its own. */
export const isKindListed = ({ index_default }: Pick<ListingSettings, 'index_default'>, item_type: number) =>
  index_default !== 'none' && !UNLISTED_KINDS.includes(item_type)

type Listed = Pick<ItemHead, 'password_hash' | 'item_type' | 'is_indexed'>

/** Whether an item is listed, and what decides it. */
export function listingOf(
  config: Pick<Config, 'PUBLIC_URL'>,
  settings: ListingSettings,
  { password_hash, item_type, is_indexed }: Listed,
): { listed: boolean; why: ListingReason } {
  if (password_hash !== '') return { listed: false, why: 'password' }
  if (config.PUBLIC_URL === undefined) return { listed: false, why: 'address' }
  if (settings.site_index !== '1') return { listed: false, why: 'site' }
  if (is_indexed !== null) return { listed: is_indexed === 1, why: 'chosen' }
  return { listed: isKindListed(settings, item_type), why: settings.index_default === 'none' ? 'default' : 'kind' }
}

/** The same as a condition of SQL, in the form of the index item_public. The site must be listed. */
const listedWhere = ({ index_default }: ListingSettings) =>
  `is_del = 0 and password_hash = '' and (is_indexed = 1${index_default === 'none' ? '' : ` or (is_indexed is null and item_type not in (${UNLISTED_KINDS.join(', ')}))`})`

type StoreServices = Pick<Services, 'store'>

/** All listed items by id, with what decides their addresses. */
export const listedItems = ({ store }: StoreServices, settings: ListingSettings) =>
  store.hot<Pick<ItemHead, 'item_id' | 'item_domain'>>(
    `select item_id, item_domain from item where ${listedWhere(settings)} order by item_id`,
    [],
  )

export type ItemLine = Pick<ItemHead, 'item_id' | 'item_name' | 'item_description' | 'item_domain' | 'tree_version'>

/** The listed items that were changed last. */
export const latestListed = ({ store }: StoreServices, settings: ListingSettings, most: number) =>
  store.hot<ItemLine>(
    `select item_id, item_name, item_description, item_domain, tree_version from item where ${listedWhere(settings)}
     order by last_update_time desc, item_id limit ?`,
    [most],
  )

/** How many items these settings list, by kind. */
export async function countListed({ store }: StoreServices, settings: ListingSettings) {
  const rows =
    settings.site_index === '1'
      ? await store.hot<{ item_type: number; items: number }>(
          `select item_type, count(*) as items from item where ${listedWhere(settings)} group by item_type`,
          [],
        )
      : []
  const of = (...types: number[]) => rows.reduce((sum, row) => sum + (types.includes(row.item_type) ? Number(row.items) : 0), 0)
  const [single, api, sheet] = [of(SINGLE_PAGE), of(API_ITEM), of(SPREADSHEET_ITEM)]
  const all = rows.reduce((sum, row) => sum + Number(row.items), 0)
  return { regular: all - single - api - sheet, api, single, sheet }
}

/** The note to agents about an item. */
export const agentNoteOf = async ({ store }: StoreServices, item_id: number) =>
  (await store.hot<{ agent_note: string }>('select agent_note from item where item_id = ?', [item_id]))[0]?.agent_note ?? ''
