import type { Language } from '@sheaf/contract/errors'
import { followPointer } from '../ui/drag/pointer.ts'
import { arrangeWords } from './arrange.words.ts'
import type { TreeHost } from './drag.ts'
import { makeOverlay } from './drag-overlay.ts'
import type { Row } from './item-tree.ts'
import { parentOf, ROOT, refusalOf, type Shape, shapeOf, type TreeEntry } from './shape.ts'

interface Host extends Pick<TreeHost, 'box' | 'lines' | 'rowHeight' | 'rows' | 'tree'> {
  language: Language
  /** The selection, without what is below its catalogs, and how much it is in words. */
  entries: TreeEntry[]
  name: string
  onDrop: (cat_id: string) => void
}

/** The catalog of the row below the pointer, or the root below the last row. */
function targetAt(shape: Shape, row: Row | undefined): string {
  if (!row) return ROOT
  return row.page_id === undefined ? (row.cat_id ?? ROOT) : parentOf(shape, { page_id: row.page_id })
}

/** Drags the selection into another catalog of the item; it goes to the end there, in its own order. */
export function dragSelection(pressed: PointerEvent, host: Host) {
  const { box, lines, rowHeight, language, entries, name } = host
  const t = arrangeWords[language]
  const reasons = { itself: t.itself, deep: t.deep, outside: t.outside }
  followPointer(pressed, {
    box,
    start(byTouch) {
      const overlay = makeOverlay()
      const shape = shapeOf(host.tree())
      let target: string | undefined
      return {
        to(x, y) {
          const [view, top, rows] = [box.getBoundingClientRect(), lines.getBoundingClientRect().top, host.rows()]
          const isInside = x > view.left - 60 && x < view.right + 60 && y > view.top - 60 && y < view.bottom + 60
          const wanted = targetAt(shape, rows[Math.max(0, Math.floor((y - top) / rowHeight))])
          const refusal = isInside ? entries.map((entry) => refusalOf(shape, entry, wanted)).find(Boolean) : undefined
          const isThere = entries.every((entry) => parentOf(shape, entry) === wanted)
          target = isInside && !refusal && !isThere ? wanted : undefined
          const at = target === undefined ? -1 : rows.findIndex((row) => row.cat_id === target)
          const ofRoot = target === ROOT && { x: view.left, y: view.top, height: view.height }
          const ofRow = at >= 0 && { x: view.left + 10, y: top + at * rowHeight, height: rowHeight }
          overlay.folder(view, ofRoot || ofRow || undefined)
          overlay.ghost(x, y, name, refusal && reasons[refusal], byTouch)
        },
        end(isDrop) {
          overlay.remove()
          if (isDrop && target !== undefined) host.onDrop(target)
        },
      }
    },
  })
}
