import { Refusal } from '@sheaf/contract'
import { asOwner, type Keys, keysIn, mustWriteByKeys } from '../access/keys.ts'
import { checkUploadTarget, mustNotBeArchived } from '../attachment/attachment.rights.service.ts'
import { removeFile, storeUpload } from '../attachment/attachment.service.ts'
import { byId, bySign } from '../attachment/attachment.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { catalogs, insertCatalogByKeys as insertCatalog } from './open.catalog.ts'
import { fromComments as generate } from './open.comments.ts'
import { editPage, pages } from './open.page.ts'
import { sources } from './open.source.ts'
import { updateDbItem } from './open.tables.ts'
import { truths } from './open.truth.ts'

/** Checks the key pair before the first byte of a file is stored. The refusal `keysFirst` covers a pair sent after the file. */
export async function checkUploadTargetByKeys(input: Keys & { page_id: number }, ctx: Ctx) {
  const { api_key, api_token } = keysIn(input, ctx)
  if (!api_key || !api_token) throw new Refusal('keysFirst')
  const { item } = await mustWriteByKeys(input, ctx)
  await checkUploadTarget({ page_id: input.page_id, item_id: item.item_id }, asOwner(ctx, item))
}

const signOf = (text: string) => /(?:^|sign[/=])([0-9a-f]{32})(?![0-9a-f])/.exec(text)?.[1] ?? ''

const attachments: Pick<AllHandlers['open'], 'uploadAttachment' | 'deleteAttachment'> = {
  async uploadAttachment(input, ctx) {
    const { item } = await mustWriteByKeys(input, ctx)
    return storeUpload({ page_id: input.page_id, item_id: item.item_id }, asOwner(ctx, item))
  },

  async deleteAttachment(input, ctx) {
    const { item } = await mustWriteByKeys(input, ctx)
    const { file_id, sign, file_url } = input
    const file = await (file_id ? byId(ctx, file_id) : bySign(ctx, signOf(sign.trim() || file_url)))
    if (!file || file.item_id !== item.item_id) throw new Refusal('notFound')
    await mustNotBeArchived(ctx, file)
    await removeFile(ctx, file)
    return { file_id: file.file_id }
  },
}

/** The calls for programs that hold the key and the token of an item. */
export const open: AllHandlers['open'] = {
  ...pages,
  ...catalogs,
  ...sources,
  ...truths,
  ...attachments,
  updateDbItem,
  fromComments: generate,
}
export const fromComments: AllHandlers['fromComments'] = { generate }
/** The same calls under their addresses in `item`. */
export const itemByKeys: Pick<AllHandlers['item'], 'updateByApi' | 'insertCatalog' | 'editPage'> = {
  updateByApi: pages.updateItem,
  insertCatalog,
  editPage,
}
