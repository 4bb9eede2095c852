import { keyOf } from '../site/tree.ts'
import type { Run } from './run.ts'
import type { Wanted } from './wanted.ts'

/** Lists pages of earlier pushes that nothing makes any more, under the name they have now; deletes them where that is asked for. */
export async function findOrphans(run: Run, wanted: Wanted[]) {
  const made = new Set(wanted.map(({ place, title }) => run.ids.get(keyOf(place, title))))
  const { orphans, deleted, failed } = run.outcome
  for (const [page_id, { from }] of run.known) {
    const page = run.before.byId.get(page_id)
    if (page && !made.has(page_id)) orphans.push({ place: page.place, title: page.page_title, from, page_id })
  }
  // What could not be pushed, or a run that found nothing at all, must not look like pages that are no longer wanted.
  if (!run.options.deleteOrphans || run.options.dryRun || failed.length > 0 || wanted.length === 0) return
  for (const { page_id, ...orphan } of orphans.splice(0)) {
    await run.site.remove(page_id)
    run.wrote = true
    deleted.push(orphan)
  }
}
