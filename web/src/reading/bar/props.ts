import type { Info } from '../../tree/item-tree.ts'
import type { View } from '../article/view.tsx'
import type { ShareTarget } from '../share/target.ts'

/** What the bar of an item and its menus know. */
export interface BarProps {
  info: Info
  /** The item as the address names it. */
  item: string
  /** The page shown, when there is one. */
  view: View | undefined
  /** Where Edit leads, when the reader may edit what is shown. */
  edit: string | undefined
  newPage: string | undefined
  /** Where a copy of the page shown begins. */
  copyPage: string | undefined
  share: ShareTarget
  hasTree: boolean
  onTree: () => void
  onFull: () => void
}
