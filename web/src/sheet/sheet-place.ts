import type { Answer } from '@sheaf/contract/client'
import type { View } from '../reading/article/view.tsx'
import type { ShareTarget } from '../reading/share/target.ts'
import type { Info } from '../tree/item-tree.ts'

/** Which spreadsheet is on screen, and what may be shared of it. */
export interface SheetPlace {
  info: Info
  /** The page as it is read, once it is here. */
  view: View | undefined
  share: ShareTarget
}

/** The page of a spreadsheet as it is stored, and the kept version that the address asks for. */
export interface OpenedSheet {
  page: Answer<'page', 'info'>
  restored: Answer<'page', 'diff'>['history_page'] | undefined
}
