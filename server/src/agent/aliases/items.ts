import { Refusal } from '@sheaf/contract'
import * as z from 'zod'
import type { Rights } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import type { MenuRow, RowMenu } from '../../content/menu.rules.ts'
import { itemAddress } from '../../publish/address.ts'
import { itemsWithin } from '../../search/search.store.ts'
import { openItem, reachFor } from '../access.ts'
import { amount, number, tool } from '../tool.ts'
import { answer, itemField, openCatalog } from './shapes.ts'

const ITEMS_MAX = 1000
const PAGES_MAX = 5000

const roleOf = ({ manage, edits }: Rights) => (manage ? 'owner' : edits === 'none' ? 'readonly' : 'editor')

const listItems = tool({
  name: 'list_items',
  level: 1,
  kind: 'read',
  about: 'Items that you can read',
  input: z.object({}),
  async run(_args, asker) {
    const found = await itemsWithin(asker.ctx, await reachFor(asker))
    const items = found.slice(0, ITEMS_MAX).map(({ item_id, item_name, item_type, item_description, last_update_time }) => ({
      item_id,
      item_name,
      item_type,
      item_description,
      last_update_time,
    }))
    return answer({ items, total: found.length })
  },
})

const getItem = tool({
  name: 'get_item',
  level: 1,
  kind: 'read',
  about: 'One item',
  input: z.object(itemField),
  async run({ item_id }, asker) {
    const rights = await openItem(asker, String(item_id))
    const { item, visits } = rights
    const { order } = await treeOf(asker.ctx, item, visits)
    return answer({
      item_id: item.item_id,
      item_name: item.item_name,
      item_type: item.item_type,
      item_description: item.item_description,
      role: roleOf(rights),
      create_time: item.addtime,
      last_update_time: item.last_update_time,
      page_count: order.length,
      share_url: itemAddress(asker.ctx.config, item),
    })
  },
})

const pageLine = ({ page_id, page_title, s_number }: MenuRow) => ({ page_id, page_title, s_number })

/** The tree as ShowDoc has it: an empty list is absent. */
const branch = ({ pages, catalogs }: RowMenu): object => ({
  ...(pages.length ? { pages: pages.map(pageLine) } : {}),
  ...(catalogs.length
    ? { children: catalogs.map((one) => ({ cat_id: one.cat_id, cat_name: one.cat_name, s_number: one.s_number, ...branch(one) })) }
    : {}),
})

const getItemOverview = tool({
  name: 'get_item_overview',
  level: 1,
  kind: 'read',
  about: 'Catalogs and pages of an item, without texts',
  input: z.object(itemField),
  async run({ item_id }, asker) {
    const { item, visits } = await openItem(asker, String(item_id))
    const { menu, order } = await treeOf(asker.ctx, item, visits)
    if (order.length > PAGES_MAX) throw new Refusal('tooLarge')
    const { children, ...rest } = branch(menu as RowMenu) as { children?: object[] }
    return answer({ item_id: item.item_id, item_name: item.item_name, ...rest, ...(children ? { catalogs: children } : {}) })
  },
})

const getCatalog = tool({
  name: 'get_catalog',
  level: 1,
  kind: 'read',
  about: 'One catalog',
  input: z.object({ cat_id: number() }),
  async run({ cat_id }, asker) {
    const { item, catalog: found, order } = await openCatalog(asker, cat_id)
    return answer({
      cat_id,
      cat_name: found.cat_name,
      item_id: item.item_id,
      parent_cat_id: found.parent_cat_id,
      s_number: found.s_number,
      addtime: found.addtime,
      page_count: order.filter((page) => page.cat_id === cat_id).length,
    })
  },
})

const listPages = tool({
  name: 'list_pages',
  level: 1,
  kind: 'read',
  about: 'Pages of an item or a catalog, without texts',
  input: z.object({ ...itemField, cat_id: number().optional(), page: amount(1, 1_000_000), page_size: amount(50, 100) }),
  async run({ item_id, cat_id = 0, page, page_size }, asker) {
    const { item, visits } = await openItem(asker, String(item_id))
    const { order } = await treeOf(asker.ctx, item, visits)
    const all = cat_id ? order.filter((one) => one.cat_id === cat_id) : order
    const pages = all.slice((page - 1) * page_size, page * page_size).map((one) => ({
      ...pageLine(one),
      item_id: item.item_id,
      cat_id: one.cat_id,
      addtime: one.addtime,
      author_uid: one.author_uid ?? 0,
    }))
    return answer({ item_id: item.item_id, cat_id, pages, total: all.length, page, page_size })
  },
})

export const itemAliases = [listItems, getItem, getItemOverview, getCatalog, listPages]
