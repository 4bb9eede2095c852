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
import { swallowClick } from '../ui/drag-events.ts'
import { itemsWords } from './items.words.ts'

interface Props<T> {
  things: T[]
  idOf: (thing: T) => string
  nameOf: (thing: T) => string
  /** Rows under each other; otherwise tiles. */
  rows?: boolean
  disabled?: boolean
  onOrder: (things: T[]) => void
  children: ReactNode
}

/** Everything inside that uses useMovable can be put in another order: mouse, a long press, or its grip by keyboard. */
export function Movables<T>({ things, idOf, nameOf, rows = false, disabled = false, onOrder, children }: Props<T>) {
  const t = useWords(itemsWords)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
  const hasLeft = useRef(false)
  const ids = useMemo(() => things.map(idOf), [things, idOf])
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id))
  const name = (id: UniqueIdentifier) => {
    const thing = things[place(id)]
    return thing ? nameOf(thing) : ''
  }
  const end = ({ active, over, activatorEvent }: DragEndEvent) => {
    if (!(activatorEvent instanceof KeyboardEvent)) swallowClick()
    if (over && over.id !== active.id) onOrder(arrayMove(things, place(active.id), place(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      onDragCancel={swallowClick}
      accessibility={{
        screenReaderInstructions: { draggable: t.moveHelp },
        announcements: {
          onDragStart: ({ active }) => {
            hasLeft.current = false
            return t.lifted(name(active.id))
          },
          onDragOver: ({ active, over }) => {
            // A thing just picked up lies over itself: saying its place would talk over that it is picked up.
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

/** `box` for the thing, `grip` for its Grip; the thing follows the mouse as a whole, the grip has the keys. */
export function useMovable(id: string) {
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

/** What a thing that has a Mover hands on to it. */
export type Starts = Pick<Box, 'onMouseDown' | 'onTouchStart'>

interface MoverProps {
  id: string
  name: string
  thing: RefObject<HTMLElement | null>
  starts: RefObject<Starts>
}

/** The grip of a thing that is there without it: among hundreds only those in sight have one, the others cost nothing. */
export function Mover({ id, name, thing, starts }: MoverProps) {
  const { box, grip } = useMovable(id)
  const attach = box.ref as (element: HTMLElement | null) => void
  /* Not a layout effect: when both are new, the thing is there only after its children's. */
  useEffect(() => {
    const element = thing.current
    attach(element)
    return () => {
      attach(null)
      starts.current = {}
      if (element) Object.assign(element.style, { transform: '', transition: '' })
      element?.removeAttribute('data-moving')
    }
  }, [attach, thing, starts])
  useLayoutEffect(() => {
    const { style, onMouseDown, onTouchStart } = box
    starts.current = { onMouseDown, onTouchStart }
    if (!thing.current) return
    Object.assign(thing.current.style, { transform: style?.transform ?? '', transition: style?.transition ?? '' })
    thing.current.toggleAttribute('data-moving', box['data-moving'] === true)
  })
  return <Grip name={name} {...grip} />
}
