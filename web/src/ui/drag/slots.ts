/** The place of an element in its list, without any shift by a drag. */
export interface Slot {
  left: number
  top: number
  width: number
  height: number
}

export interface Shift {
  x: number
  y: number
}

/** Index of the slot whose centre is closest to the centre of the dragged element. */
export function nearestSlot(slots: Slot[], dragged: Slot): number {
  const distance = ({ left, top, width, height }: Slot) =>
    Math.hypot(left + width / 2 - dragged.left - dragged.width / 2, top + height / 2 - dragged.top - dragged.height / 2)
  let nearest = 0
  for (const [index, slot] of slots.entries()) if (distance(slot) < distance(slots[nearest] as Slot)) nearest = index
  return nearest
}

/** The list with the entry at `from` moved to `to`. */
export function moved<T>(all: T[], from: number, to: number): T[] {
  const rest = all.filter((_, index) => index !== from)
  return [...rest.slice(0, to), all[from] as T, ...rest.slice(to)]
}

/** Elements in more than one column. */
export const isGrid = (slots: Slot[]) => slots.some(({ left }) => left !== slots[0]?.left)

/** How far each element shifts when the one at `from` goes to `to`. In a list, rows can have different heights. */
export function shiftsFor(slots: Slot[], from: number, to: number): Shift[] {
  const order = moved([...slots.keys()], from, to)
  const inGrid = isGrid(slots)
  const shifts = slots.map(() => ({ x: 0, y: 0 }))
  let top = slots[0]?.top ?? 0
  for (const [place, index] of order.entries()) {
    const [own, target] = [slots[index] as Slot, slots[place] as Slot]
    shifts[index] = inGrid ? { x: target.left - own.left, y: target.top - own.top } : { x: 0, y: top - own.top }
    const below = slots[place + 1]
    top += own.height + (below ? below.top - target.top - target.height : 0)
  }
  return shifts
}

/** The slot above or below in a grid: of the next row, the one closest to the same column. Undefined at the edge. */
export function slotInNextRow(slots: Slot[], at: number, direction: 1 | -1): number | undefined {
  const { left, top } = slots[at] as Slot
  const candidates = [...slots.keys()].filter((index) => ((slots[index] as Slot).top - top) * direction > 1)
  const row = direction * Math.min(...candidates.map((index) => (slots[index] as Slot).top * direction))
  const inRow = candidates.filter((index) => Math.abs((slots[index] as Slot).top - row) <= 1)
  return inRow.sort((a, b) => Math.abs((slots[a] as Slot).left - left) - Math.abs((slots[b] as Slot).left - left))[0]
}
