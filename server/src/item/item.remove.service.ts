import { removeBytes, removeRow } from '../attachment/attachment.remove.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/small-steps.ts'
import { removePage } from '../page/page.remove.store.ts'
import { catalogsLeft, filesLeft, pagesLeft, removeCatalog, removeItemRow, setFree } from './item.remove.store.ts'

/**
 * Takes an item that nobody sees any more away for good, with all that was made in it. In small steps, the item itself last, so that
 * an interrupted removal is found and gone on with.
 */
export async function removeItem(house: Services, item_id: number, pace?: Pace) {
  const { store, now } = house
  const after = async (paths: string[][]) => {
    for (const path of paths.flat()) await removeBytes(house, path)
  }
  await inSmallSteps(
    store,
    { next: () => pagesLeft(store.db, item_id), take: (trx, page) => removePage(store, trx, page, now()), after },
    pace,
  )
  await inSmallSteps(
    store,
    {
      next: () => filesLeft(store.db, item_id),
      async take(trx, file): Promise<string[]> {
        if (await isOnAPage(trx, file.file_id)) {
          await setFree(trx, file.file_id)
          return []
        }
        await removeRow(trx, file, now())
        return [file.path]
      },
      after,
    },
    pace,
  )
  await inSmallSteps(store, { next: () => catalogsLeft(store.db, item_id), take: removeCatalog }, pace)
  await store.write((trx) => removeItemRow(trx, item_id))
}
