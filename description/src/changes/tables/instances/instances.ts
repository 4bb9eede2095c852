import type { Snapshot } from '../../../tables/snapshot.ts'
import { type TableChange, tableChanges } from '../changes.ts'

/** More differences of one instance are not listed. */
const DIFFERENCES_MAX = 500

/** How another instance of a database differs from the main one: in its structure, not in its comments. */
export const differencesOf = (main: Snapshot, instance: Snapshot): TableChange[] =>
  tableChanges(main, instance)
    .changes.filter((one) => one.class !== 'words')
    .slice(0, DIFFERENCES_MAX)
