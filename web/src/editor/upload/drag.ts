import { type RefObject, useEffect, useRef, useState } from 'react'
import { filesOf } from '../../attachment/upload/dropped.ts'
import { holdsFiles } from '../../ui/drop.ts'
import type { Editing } from '../view.ts'

/** The half one writes in, while files are held over it; they may be dropped anywhere there. A drop beside it does nothing. */
export function useFileDrag(editing: Editing | undefined, take: (files: File[]) => void) {
  const [over, setOver] = useState<DOMRect>()
  const inner: RefObject<boolean> = useRef(false)
  const told = useRef(take)
  told.current = take

  useEffect(() => {
    const left = editing?.view.dom.closest('.ed-left')
    if (!left) return
    const isOver = (event: DragEvent) => event.target instanceof Node && left.contains(event.target)
    const start = () => {
      inner.current = true
    }
    const end = () => {
      inner.current = false
      setOver(undefined)
    }
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event) || inner.current) return
      const here = isOver(event)
      if (!event.defaultPrevented && event.dataTransfer) event.dataTransfer.dropEffect = here ? 'copy' : 'none'
      event.preventDefault()
      setOver((was) => (here ? (was ?? left.getBoundingClientRect()) : undefined))
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(undefined)
    }
    const drop = (event: DragEvent) => {
      const mine = holdsFiles(event) && !inner.current
      end()
      if (!mine || !event.dataTransfer) return
      if (!event.defaultPrevented && isOver(event)) told.current(filesOf(event.dataTransfer))
      event.preventDefault()
    }
    const events = { dragstart: start, dragend: end, dragover: drag, dragleave: leave, drop }
    for (const [name, listen] of Object.entries(events)) addEventListener(name, listen as EventListener)
    return () => {
      for (const [name, listen] of Object.entries(events)) removeEventListener(name, listen as EventListener)
    }
  }, [editing])

  /** What is dragged comes from this page. */
  return { over, inner }
}
