import type { ItemHead } from '../access/access.store.ts'
import { isReserved } from '../item/item.rules.ts'
import type { Config } from '../runtime/config.ts'

export type Site = Pick<Config, 'PUBLIC_URL' | 'BASE_PATH'>

/**
 * What every address in files for programs begins with. It comes from the settings and never from a request, whose host any client can
 * choose (W25). Without PUBLIC_URL addresses are relative to the host.
 */
export const rootOf = ({ PUBLIC_URL, BASE_PATH }: Site) => PUBLIC_URL ?? BASE_PATH

type Named = Pick<ItemHead, 'item_id' | 'item_domain'>

export const itemAddress = (site: Site, { item_id, item_domain }: Named) =>
  `${rootOf(site)}/${item_domain && !isReserved(item_domain) ? item_domain : item_id}`
export const pageAddress = (site: Site, item: Named, page_id: number) => `${itemAddress(site, item)}/${page_id}`
export const sharedAddress = (site: Site, unique_key: string) => `${rootOf(site)}/p/${unique_key}`
