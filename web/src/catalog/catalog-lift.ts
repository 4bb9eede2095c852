import { type KeyboardEvent, useMemo, useState } from 'react'
import { useWords } from '../lib/words.ts'
import type { Row } from '../tree/item-tree.ts'
import { markOf, placesInOrder } from '../tree/places.ts'
import {
  type Arranged,
  isMovable,
  isPage,
  isSamePlace,
  nameOf,
  type Place,
  ROOT,
  type Shape,
  shapeOf,
  type TreeEntry,
} from '../tree/shape.ts'
import { catalogWords } from './catalog.words.ts'

interface Given {
  rows: Row[]
  tree: Arranged
  isOpen: (cat_id: string) => boolean
  show: (index: number) => void
  onDrop: (thing: TreeEntry, place: Place) => void
}

interface Lifted {
  thing: TreeEntry
  shape: Shape
  places: Place[]
  at: number
}

/** Moving by keyboard: the space bar lifts a line, the arrows walk it through every place it may have, the space bar puts it down. */
export function useKeyboardMove({ rows, tree, isOpen, show, onDrop }: Given) {
  const t = useWords(catalogWords)
  const [lifted, setLifted] = useState<Lifted>()
  const [said, setSaid] = useState('')
  const place = lifted?.places[lifted.at]
  const mark = useMemo(() => (lifted && place ? markOf(rows, lifted.thing, place) : undefined), [rows, lifted, place])

  const where = ({ shape, thing }: Lifted, { parent, before }: Place) => {
    const inside = parent === ROOT ? t.rootName : nameOf(shape, { cat_id: parent })
    const next = before === ROOT ? '' : nameOf(shape, isPage(thing) ? { page_id: before } : { cat_id: before })
    return next ? t.before(next, inside) : t.last(inside)
  }
  const walk = (step: number) => {
    if (!lifted) return
    const at = Math.max(0, Math.min(lifted.places.length - 1, lifted.at + step))
    const next = lifted.places[at] as Place
    const { line, into } = markOf(rows, lifted.thing, next)
    setLifted({ ...lifted, at })
    setSaid(t.over(where(lifted, next)))
    show(line ? Math.min(line.index, rows.length - 1) : into)
  }
  const end = (isDrop: boolean) => {
    if (!lifted) return
    const name = nameOf(lifted.shape, lifted.thing)
    const isMoved = isDrop && place && !isSamePlace(lifted.shape, lifted.thing, place)
    setLifted(undefined)
    setSaid(isMoved ? t.dropped(name, where(lifted, place)) : t.putBack(name))
    if (isMoved) onDrop(lifted.thing, place)
  }
  const begin = (thing: TreeEntry) => {
    const shape = shapeOf(tree)
    const places = placesInOrder(shape, thing, isOpen)
    if (places.length === 0 || !isMovable(shape, thing)) return setSaid(t.notMovable(nameOf(shape, thing)))
    setLifted({
      thing,
      shape,
      places,
      at: Math.max(
        0,
        places.findIndex((one) => isSamePlace(shape, thing, one)),
      ),
    })
    setSaid(t.lifted(nameOf(shape, thing)))
  }

  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 }
  return {
    mark,
    said,
    key_of: lifted && (isPage(lifted.thing) ? lifted.thing.page_id : `c${lifted.thing.cat_id}`),
    cancel: () => end(false),
    /** True when the key was about moving. */
    key(event: KeyboardEvent, thing: TreeEntry | undefined): boolean {
      const isSpace = event.code === 'Space' || event.key === ' '
      if (!lifted && !(isSpace && thing)) return false
      event.preventDefault()
      if (!lifted) begin(thing as TreeEntry)
      else if (isSpace || event.key === 'Enter') end(true)
      else if (event.key === 'Escape' || event.key === 'Tab') end(false)
      else walk(steps[event.key] ?? 0)
      return true
    },
  }
}
