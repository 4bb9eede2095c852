import type { Language } from '@sheaf/contract/errors'
import { type Drag, followPointer } from '../ui/drag/pointer.ts'
import { arrangeWords } from './arrange.words.ts'
import { makeOverlay } from './drag-overlay.ts'
import { entryOf, markOf, placeAt } from './drop-places.ts'
import type { Row } from './item-tree.ts'
import {
  type Arranged,
  isMovable,
  isSamePlace,
  nameOf,
  type Place,
  type Refusal,
  ROOT,
  refusalOf,
  shapeOf,
  type TreeEntry,
} from './shape.ts'

/** A tree with rows of equal height that the pointer can rearrange. */
export interface TreeHost {
  /** The scrolling element; `lines` inside it contains all rows. */
  box: HTMLElement
  lines: HTMLElement
  rowHeight: number
  /** Left offset of the first level, and the indent of each further level, in pixels. */
  indent: { start: number; step: number }
  rows: () => Row[]
  tree: () => Arranged
  language: Language
  /** The pointer has rested on a closed folder. */
  onOpen: (cat_id: string) => void
  onDrop: (entry: TreeEntry, place: Place) => void
}

const FOLDER_OPEN_DELAY_MS = 650

/** Drags the entry of the pressed row to its new place. */
export function dragEntry(pressed: PointerEvent, row: Row, host: TreeHost) {
  const line = (pressed.target as Element | null)?.closest('[role=treeitem], [role=row]')
  followPointer(pressed, {
    box: host.box,
    start(byTouch) {
      line?.setAttribute('data-taken', '')
      const { to, end } = startDrag(entryOf(row), host, byTouch)
      return {
        to,
        end(isDrop) {
          line?.removeAttribute('data-taken')
          end(isDrop)
        },
      }
    },
  })
}

function startDrag(entry: TreeEntry, host: TreeHost, byTouch: boolean): Drag {
  const t = arrangeWords[host.language]
  const reasons: Record<Refusal, string> = { itself: t.itself, deep: t.deep, outside: t.outside }
  const shape = shapeOf(host.tree())
  const name = nameOf(shape, entry)
  const overlay = makeOverlay()
  const { box, lines, rowHeight, indent } = host
  let place: Place | undefined
  let waiting: { cat_id: string; timer: ReturnType<typeof setTimeout> } | undefined

  function to(x: number, y: number) {
    const [view, top, rows] = [box.getBoundingClientRect(), lines.getBoundingClientRect().top, host.rows()]
    const inside = x > view.left - 60 && x < view.right + 60 && y > view.top - 60 && y < view.bottom + 60
    const row = (y - top) / rowHeight
    const index = Math.max(0, Math.floor(row))
    const depth = Math.floor((x - view.left - indent.start) / indent.step)
    const wanted = placeAt(rows, shape, entry, { index, part: row < 0 ? 0 : row - index, depth })
    const refusal = !inside ? undefined : isMovable(shape, entry) ? refusalOf(shape, entry, wanted.parent) : 'outside'
    place = inside && !refusal && !isSamePlace(shape, entry, wanted) ? wanted : undefined
    const mark = place && markOf(rows, entry, place)
    const left = (deep: number) => view.left + indent.start + deep * indent.step
    overlay.line(view, mark?.line && { x: left(mark.line.depth), y: top + mark.line.index * rowHeight })
    overlay.folder(view, mark && mark.into >= 0 ? { x: view.left + 10, y: top + mark.into * rowHeight, height: rowHeight } : undefined)
    overlay.ghost(x, y, name, refusal && reasons[refusal], byTouch)
    const over = rows[index]
    scheduleOpen(inside && over?.open === false && over.cat_id !== entry.cat_id ? over.cat_id : undefined)
  }

  function scheduleOpen(cat_id: string | undefined) {
    if (waiting?.cat_id === cat_id) return
    clearTimeout(waiting?.timer)
    waiting = cat_id && cat_id !== ROOT ? { cat_id, timer: setTimeout(() => host.onOpen(cat_id), FOLDER_OPEN_DELAY_MS) } : undefined
  }

  return {
    to,
    end(isDrop) {
      clearTimeout(waiting?.timer)
      overlay.remove()
      if (isDrop && place) host.onDrop(entry, place)
    },
  }
}
