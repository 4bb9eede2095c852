import { SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { memberWords } from './member.words.ts'

export interface Option {
  value: string
  label: string
}

const EVERYTHING = '0'
const WITHOUT_CATALOGS = [SINGLE_PAGE, SPREADSHEET_ITEM].map(String)

/** What a person can be limited to: the whole item, or a catalog by its full path. Nothing where an item has no catalogs. */
export function useScopes({ item_id, item_type }: { item_id: string; item_type: string }): Option[] | undefined {
  const t = useWords(memberWords)
  const has = !WITHOUT_CATALOGS.includes(item_type)
  const catalogs = useQuery({ ...read(api.catalog.catListName, { item_id }), enabled: has })
  if (!has) return undefined
  return [
    { value: EVERYTHING, label: t.allCatalogs },
    ...(catalogs.data ?? []).map((catalog) => ({ value: catalog.cat_id, label: catalog.cat_name })),
  ]
}
