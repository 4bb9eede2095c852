import { type KeyboardEvent, useMemo, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { markOf, placesInOrder } from '../tree/drop-places.ts'
import type { Row } from '../tree/item-tree.ts'
import { type Arranged, isMovable, isPage, isSamePlace, nameOf, type Place, ROOT, shapeOf, type TreeEntry } from '../tree/shape.ts'
import { type KeyDrag, useAnnouncer, useKeyDrag } from '../ui/drag/keys.tsx'
import { catalogWords } from './catalog.words.ts'

interface Options {
  rows: Row[]
  tree: Arranged
  isOpen: (cat_id: string) => boolean
  show: (index: number) => void
  onDrop: (entry: TreeEntry, place: Place) => void
}

/** Moves entries of the tree by keyboard through all their allowed places. */
export function useTreeKeyDrag({ rows, tree, isOpen, show, onDrop }: Options) {
  const t = useWords(catalogWords)
  const { say, region, helpId } = useAnnouncer()
  const { key, cancel } = useKeyDrag({ say })
  const [lifted, setLifted] = useState<{ entry: TreeEntry; place: Place }>()
  const mark = useMemo(() => lifted && markOf(rows, lifted.entry, lifted.place), [rows, lifted])

  const lift = (entry: TreeEntry): KeyDrag | string => {
    const shape = shapeOf(tree)
    const places = placesInOrder(shape, entry, isOpen)
    const name = nameOf(shape, entry)
    if (places.length === 0 || !isMovable(shape, entry)) return t.notMovable(name)
    const placeAt = (at: number) => places[at] as Place
    const from = Math.max(
      0,
      places.findIndex((place) => isSamePlace(shape, entry, place)),
    )
    setLifted({ entry, place: placeAt(from) })
    return {
      name,
      count: places.length,
      from,
      placeName(at) {
        const { parent, before } = placeAt(at)
        const inside = parent === ROOT ? t.rootName : nameOf(shape, { cat_id: parent })
        const next = before === ROOT ? '' : nameOf(shape, isPage(entry) ? { page_id: before } : { cat_id: before })
        return next ? t.before(next, inside) : t.last(inside)
      },
      // The tree uses these keys for its folders.
      arrow: (at, arrow) => (arrow === 'ArrowLeft' || arrow === 'ArrowRight' ? at : undefined),
      to(at) {
        const place = placeAt(at)
        const { line, into } = markOf(rows, entry, place)
        setLifted({ entry, place })
        show(line ? Math.min(line.index, rows.length - 1) : into)
      },
      end(at) {
        setLifted(undefined)
        if (at !== undefined) onDrop(entry, placeAt(at))
      },
    }
  }
  return {
    mark,
    liftedKey: lifted && (isPage(lifted.entry) ? lifted.entry.page_id : `c${lifted.entry.cat_id}`),
    region,
    helpId,
    cancel,
    /** Returns whether the key was handled. */
    key: (event: KeyboardEvent, entry: TreeEntry | undefined) => key(event, () => entry && lift(entry)),
  }
}
