import { Prec } from '@codemirror/state'
import { dropCursor, EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { filesOf } from '../../attachment/upload/send.ts'
import { hasFiles } from '../../ui/file-drop.ts'
import type { Editing } from '../view.ts'

/**
 * Accepts files dropped anywhere on the text half and ignores drops elsewhere.
 * `over`: the rectangle of that half while files are dragged over it. `inner`: the drag started on this page.
 */
export function useFileDrag(editing: Editing | undefined, take: (files: File[]) => void) {
  const [over, setOver] = useState<DOMRect>()
  const inner: RefObject<boolean> = useRef(false)
  const latest = useRef(take)
  latest.current = take

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
      if (!hasFiles(event) || inner.current) return
      const here = isOver(event)
      if (!event.defaultPrevented && event.dataTransfer) event.dataTransfer.dropEffect = here ? 'copy' : 'none'
      event.preventDefault()
      setOver((was) => (here ? (was ?? left.getBoundingClientRect()) : undefined))
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(undefined)
    }
    const drop = (event: DragEvent) => {
      const mine = hasFiles(event) && !inner.current
      end()
      if (!mine || !event.dataTransfer) return
      if (!event.defaultPrevented && isOver(event)) latest.current(filesOf(event.dataTransfer))
      event.preventDefault()
    }
    const events = { dragstart: start, dragend: end, dragover: drag, dragleave: leave, drop }
    for (const [name, listen] of Object.entries(events)) addEventListener(name, listen as EventListener)
    return () => {
      for (const [name, listen] of Object.entries(events)) removeEventListener(name, listen as EventListener)
    }
  }, [editing])

  return { over, inner }
}

const baseName = (path: string) => path.trim().replace(/^.*[/\\]/, '')

/** Whether the text only names the files: a file manager copies names or paths along with them. */
function namesFiles(text: string, files: File[]) {
  const names = new Set(files.map((file) => file.name))
  return text.split('\n').every((line) => !line.trim() || names.has(baseName(line)) || names.has(decodeSafely(baseName(line))))
}

function decodeSafely(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The files of a paste if the user means the files. Word and Excel add a picture of the copied text or table, which is
 * ignored. A picture copied from a web page comes with HTML without text.
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  if (!data || !files.length) return []
  if (!namesFiles(data.getData('text/plain'), files)) return []
  const html = data.getData('text/html')
  if (!html) return files
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelector('table') ? [] : files
}

/** Names a pasted picture without a name after the time of the paste. */
export function withPasteName(file: File, at = new Date()) {
  const [, kind] = /^image\.([a-z]+)$/i.exec(file.name) ?? []
  if (!kind) return file
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
  return new File([file], `screenshot-${day}-${time}.${kind}`, { type: file.type })
}

/** Whether the file has only a generated name, which is not shown. */
export const isPasted = ({ name }: File) => /^screenshot-\d{8}-\d{6}\.[a-z]+$/.test(name)

interface Handlers {
  /** Whether the drag started on this page, for instance with a picture of the preview. */
  isInner: () => boolean
  take: (files: File[], at?: number) => void
}

/** Files pasted into the text or dropped on it. */
export const fileEvents = ({ isInner, take }: Handlers) => [
  dropCursor(),
  Prec.high(
    EditorView.domEventHandlers({
      paste(event, view) {
        const files = pastedFiles(event.clipboardData)
        if (!files.length || view.state.readOnly) return false
        take(files.map((file) => withPasteName(file)))
        return true
      },
      drop(event, view) {
        if (!event.dataTransfer || !hasFiles(event) || isInner()) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        if (!view.state.readOnly) take(filesOf(event.dataTransfer), at)
        return true
      },
    }),
  ),
]
