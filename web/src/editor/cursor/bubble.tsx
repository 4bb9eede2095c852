import './cursor.css'
import { syntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { raise } from '../../ui/popover.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import { ToolButtons } from '../toolbar/buttons.tsx'
import type { Editing } from '../view.ts'

const EDGE = 8

/** Whether marks make sense here: something is selected, and it is no code. */
function canFormat({ state, hasFocus, composing }: EditorView) {
  const { from, to, empty } = state.selection.main
  if (empty || !hasFocus || composing || !state.sliceDoc(from, Math.min(to, from + 500)).trim()) return false
  const tree = syntaxTree(state)
  for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(from, 1); node; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return false
  return true
}

/** Above the start of the selection; below its end where there is no room. */
function place(bubble: HTMLElement, view: EditorView) {
  const { from, to } = view.state.selection.main
  const pane = view.dom.closest('.ed-left')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
  if (!start && !end) return
  const left = (start ?? end)?.left ?? 0
  const above = (start?.top ?? Number.NEGATIVE_INFINITY) - bubble.offsetHeight - EDGE
  const below = (end?.bottom ?? pane.bottom) + EDGE
  const top = above >= pane.top ? above : Math.min(below, pane.bottom - bubble.offsetHeight - EDGE)
  bubble.style.left = `${Math.max(pane.left + EDGE, Math.min(left, pane.right - bubble.offsetWidth - EDGE))}px`
  bubble.style.top = `${Math.max(pane.top, top)}px`
}

/** The frequent marks next to selected text. A phone shows its own menu there and has them above the keyboard. */
export function SelectionBubble({ editing }: { editing: Editing }) {
  const t = useWords(editorWords)
  const { view } = editing
  const bubble = useRef<HTMLDivElement>(null)
  /** The selection that has the bubble; '' if none has. */
  const [shown, setShown] = useState('')

  useEffect(() => {
    if (globalThis.matchMedia?.('(pointer: coarse)').matches) return
    let pressed = false
    let dismissed = ''
    const update = () => {
      const { from, to } = view.state.selection.main
      const selection = `${from}-${to}`
      setShown(!pressed && selection !== dismissed && canFormat(view) ? selection : '')
    }
    const press = (event: PointerEvent) => {
      pressed = event.target instanceof Node && view.contentDOM.contains(event.target)
      if (pressed) setShown('')
    }
    const release = () => {
      pressed = false
      setTimeout(update)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const { from, to } = view.state.selection.main
      dismissed = `${from}-${to}`
      setShown('')
    }
    const stop = editing.follow(update)
    const events = { pointerdown: press, pointerup: release, keydown: key, focusout: () => setTimeout(update) }
    for (const [name, listen] of Object.entries(events)) addEventListener(name, listen as EventListener, true)
    return () => {
      stop()
      for (const [name, listen] of Object.entries(events)) removeEventListener(name, listen as EventListener, true)
    }
  }, [editing, view])

  useLayoutEffect(() => {
    const { current } = bubble
    if (!shown || !current) return
    raise(current)
    const position = () => place(current, view)
    position()
    addEventListener('resize', position)
    addEventListener('scroll', position, true)
    return () => {
      removeEventListener('resize', position)
      removeEventListener('scroll', position, true)
    }
  }, [shown, view])

  if (!shown) return null
  return (
    <div ref={bubble} className="pop ed-bubble" role="toolbar" aria-label={t.selectionTools}>
      <ToolButtons editing={editing} names={['bold', 'italic', 'code', 'strike', 'link']} />
    </div>
  )
}
