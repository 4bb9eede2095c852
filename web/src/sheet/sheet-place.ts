import type { View } from '../item/article-view.tsx'
import type { Info } from '../item/item-tree.ts'
import type { Shared } from '../item/share-target.ts'

/** Which spreadsheet is on screen, and what may be shared of it. */
export interface SheetPlace {
  info: Info
  /** The page as it is read, once it is here. */
  view: View | undefined
  share: Shared
}
