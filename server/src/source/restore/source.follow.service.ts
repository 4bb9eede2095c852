import { type ImportReport, oneLine } from '@sheaf/contract'
import { hiddenHeadOf } from '../../access/access.store.ts'
import { rightsOfManager } from '../../access/access.ts'
import { asOfNow } from '../../access/as-of-now.ts'
import { visitPassword } from '../../auth/password.ts'
import { catalogsIn } from '../../content/catalog.store.ts'
import { insertItem, nameItem, showItem } from '../../content/item.store.ts'
import type { FollowFile } from '../../import/import.stage.service.ts'
import { removeItem } from '../../item/item.service.ts'
import { addSource, incomingOf } from '../source.add.service.ts'
import { actorIn } from '../source.rights.service.ts'
import { sourceById } from '../source.store.ts'
import { syncSource } from '../source.sync.service.ts'

type Reason = ImportReport['skipped'][number]['reason']
const REASONS: Reason[] = ['depth', 'link', 'remote', 'size', 'unsupported', 'shape']

/** Other reasons, of databases, are those of structures that are too large. */
const reasonOf = (given: string): Reason => REASONS.find((reason) => reason === given) ?? 'size'

/**
 * Creates an item from a description: its pages follow the file, which is the first version of a source. The item is hidden until it is
 * complete, and is removed again after an error. It has the title of the description.
 */
export const followFile: FollowFile = async (file, { name, label, password, onProgress }, ctx) => {
  const draft = { item_name: oneLine(file.name), item_description: '', item_domain: '', item_type: 1, uid: ctx.user.uid }
  const permission = await insertItem(ctx.db, { ...draft, ...(await visitPassword(password)) }, ctx.now(), 2)
  try {
    const head = await hiddenHeadOf(ctx, permission.item_id)
    if (!head) throw new Error(`item ${permission.item_id} is gone`)
    const granted = { ...rightsOfManager(head), permission }
    const choices = { views: 'operations', on_gone: 'bin', language: ctx.language } as const
    const { source } = await addSource(granted, { ...choices, cat_id: 0, name, title: '', uid: ctx.user.uid, request_id: '' }, ctx)
    const incoming = incomingOf(ctx, { label, commit: '', branch: '', commit_time: 0, force: false })
    // Only this request knows the item, so the rights cannot change meanwhile.
    const actor = actorIn(ctx, async () => granted)
    const { made, problems } = await syncSource(source, incoming, actor, ctx, onProgress)
    const catalogs = await catalogsIn(ctx.db, permission.item_id)
    const item_name = (await sourceById(ctx, source.source_id))?.title || draft.item_name
    await ctx.store.write(async (trx) => {
      await nameItem(trx, permission, item_name)
      await showItem(trx, permission, ctx.user.uid)
      await asOfNow({ ...ctx, db: trx })
    })
    const skipped = problems.map(({ name: entry, reason }) => ({ name: entry, reason: reasonOf(reason) }))
    const report = { catalogs: catalogs.length, pages: made, updated: 0, unchanged: 0, files: 0, skipped }
    return { item_id: permission.item_id, item_name, report }
  } catch (error) {
    await removeItem(ctx, permission)
    throw error
  }
}
