import { outline, pagesOf } from '../../../../description/src/test/tree.ts'
import type { Plan } from '../../import-plan/plan.ts'
import { type SampleEntry, sampleFolder, sampleZip } from '../../zip/test/zip-sample.ts'
import { readPlan } from '../plan/plan.ts'

/** Returns a function that plans a handmade zip from a list of entries, or from file names with their texts. */
export function planner() {
  const save = sampleFolder()
  return (files: SampleEntry[] | Record<string, string | Buffer>, fileName = 'Manual.zip', uploadMaxBytes = 4_194_304): Promise<Plan> => {
    const entries = Array.isArray(files) ? files : Object.entries(files).map(([name, data]) => ({ name, data }))
    return readPlan(save(sampleZip(entries)), { fileName, uploadMaxBytes })
  }
}

export { outline, pagesOf }

/** The content of the page that was planned from an entry. */
export const contentOf = (plan: Plan, entry: string) => pagesOf(plan.root).get(entry)?.content
