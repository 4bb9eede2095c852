import { Refusal } from '@sheaf/contract'
import * as z from 'zod'
import { handlers } from '../../handlers.ts'
import { openItem } from '../access.ts'
import { number, text, tool } from '../tool.ts'
import { userOf } from '../tools/propose.ts'
import { answer, itemField, messages, openCatalog } from './shapes.ts'

const createCatalog = tool({
  name: 'create_catalog',
  level: 3,
  kind: 'write',
  needsUser: true,
  about: 'Create a catalog',
  input: z.object({ ...itemField, cat_name: text(255), parent_cat_id: number().optional(), s_number: number().optional() }),
  async run({ item_id, cat_name, parent_cat_id = 0, s_number }, asker) {
    const { item } = await openItem(asker, String(item_id))
    if (cat_name.trim() === '') throw new Refusal('nameEmpty')
    const row = { item_id: item.item_id, cat_id: 0, parent_cat_id, cat_name: cat_name.trim(), s_number, request_id: '' }
    const saved = (await handlers.catalog.save(row, userOf(asker))) as { cat_id: number; cat_name: string; parent_cat_id: number }
    const { cat_id, cat_name: name, parent_cat_id: parent } = saved
    return answer({
      cat_id,
      cat_name: name,
      parent_cat_id: parent,
      message: messages(asker).catalogCreated,
    })
  },
})

const updateCatalog = tool({
  name: 'update_catalog',
  level: 3,
  kind: 'write',
  needsUser: true,
  about: 'Rename or move a catalog',
  input: z.object({ cat_id: number(), cat_name: text(255).optional(), parent_cat_id: number().optional(), s_number: number().optional() }),
  async run({ cat_id, cat_name, parent_cat_id, s_number }, asker) {
    const { item, catalog: old } = await openCatalog(asker, cat_id)
    const row = {
      item_id: item.item_id,
      cat_id,
      parent_cat_id: parent_cat_id ?? old.parent_cat_id,
      cat_name: cat_name?.trim() || old.cat_name,
      s_number,
      request_id: '',
    }
    await handlers.catalog.save(row, userOf(asker))
    return answer({ cat_id, message: messages(asker).catalogUpdated })
  },
})

export const catalogAliases = [createCatalog, updateCatalog]
