import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { suppressNextClick } from '../ui/drag-events.ts'
import { itemsWords } from './items.words.ts'

interface Props<T> {
  entries: T[]
  idOf: (entry: T) => string
  nameOf: (entry: T) => string
  /** A vertical list instead of tiles. */
  rows?: boolean
  disabled?: boolean
  onOrder: (entries: T[]) => void
  children: ReactNode
}

/** Makes the children that use useSortableEntry sortable by mouse, by long press, or by keyboard on their grip. */
export function SortableEntries<T>({ entries, idOf, nameOf, rows = false, disabled = false, onOrder, children }: Props<T>) {
  const t = useWords(itemsWords)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
  const hasLeft = useRef(false)
  const ids = useMemo(() => entries.map(idOf), [entries, idOf])
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id))
  const name = (id: UniqueIdentifier) => {
    const entry = entries[place(id)]
    return entry ? nameOf(entry) : ''
  }
  const end = ({ active, over, activatorEvent }: DragEndEvent) => {
    if (!(activatorEvent instanceof KeyboardEvent)) suppressNextClick()
    if (over && over.id !== active.id) onOrder(arrayMove(entries, place(active.id), place(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      onDragCancel={suppressNextClick}
      accessibility={{
        screenReaderInstructions: { draggable: t.moveHelp },
        announcements: {
          onDragStart: ({ active }) => {
            hasLeft.current = false
            return t.lifted(name(active.id))
          },
          onDragOver: ({ active, over }) => {
            // An entry just picked up is over itself: announcing its place would interrupt the announcement of the pick-up.
            hasLeft.current ||= over?.id !== active.id
            return over && hasLeft.current ? t.over(name(active.id), place(over.id) + 1, ids.length) : undefined
          },
          onDragEnd: ({ active, over }) => (over ? t.dropped(name(active.id), place(over.id) + 1, ids.length) : t.putBack(name(active.id))),
          onDragCancel: ({ active }) => t.putBack(name(active.id)),
        },
      }}
    >
      <SortableContext items={ids} strategy={rows ? verticalListSortingStrategy : rectSortingStrategy} disabled={disabled}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

type Box = Pick<ComponentProps<'li'>, 'ref' | 'style' | 'onMouseDown' | 'onTouchStart'> & { 'data-moving'?: true }
type Grips = Omit<ComponentProps<'button'>, 'name'>

/** `box`: props of the sortable element, which follows the mouse; `grip`: props of its Grip, which handles the keyboard. */
export function useSortableEntry(id: string) {
  const t = useWords(itemsWords)
  const sortable = useSortable({ id, attributes: { roleDescription: t.movable } })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable
  const { onMouseDown, onTouchStart, onKeyDown } = listeners ?? {}
  return {
    box: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-moving': isDragging || undefined,
      onMouseDown,
      onTouchStart,
    } as Box,
    grip: {
      ref: setActivatorNodeRef,
      'aria-roledescription': attributes['aria-roledescription'],
      'aria-describedby': attributes['aria-describedby'],
      onKeyDown,
    } as Grips,
  }
}

export const Grip = ({ name, ...grip }: Grips & { name: string }) => (
  <button type="button" {...grip} className="ib grip" aria-label={name} data-tip={name}>
    <GripVertical className="i" aria-hidden="true" />
  </button>
)

/** Event handlers that an element with a Mover forwards to it. */
export type DragHandlers = Pick<Box, 'onMouseDown' | 'onTouchStart'>

interface MoverProps {
  id: string
  name: string
  target: RefObject<HTMLElement | null>
  starts: RefObject<DragHandlers>
}

/** The grip of an element that also exists without it: of hundreds of elements only visible ones have a grip, for speed. */
export function LazyGrip({ id, name, target, starts }: MoverProps) {
  const { box, grip } = useSortableEntry(id)
  const attach = box.ref as (element: HTMLElement | null) => void
  /* Not a layout effect: on the first render the element's ref is set only after the layout effects of its children. */
  useEffect(() => {
    const element = target.current
    attach(element)
    return () => {
      attach(null)
      starts.current = {}
      if (element) Object.assign(element.style, { transform: '', transition: '' })
      element?.removeAttribute('data-moving')
    }
  }, [attach, target, starts])
  useLayoutEffect(() => {
    const { style, onMouseDown, onTouchStart } = box
    starts.current = { onMouseDown, onTouchStart }
    if (!target.current) return
    Object.assign(target.current.style, { transform: style?.transform ?? '', transition: style?.transition ?? '' })
    target.current.toggleAttribute('data-moving', box['data-moving'] === true)
  })
  return <Grip name={name} {...grip} />
}
