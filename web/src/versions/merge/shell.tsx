import './merge.css'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface ShellProps {
  title: string
  /** Beside the title. */
  aside: ReactNode
  onClose: () => void
  onKey: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A dialog as large as the window, above the editor whose text stays behind it as it is. */
export function MergeShell({ title, aside, onClose, onKey, children }: ShellProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement as HTMLElement | null
    if (element?.showModal) element.showModal()
    else element?.setAttribute('open', '')
    // Not a button: whoever is typing just now must not press one.
    heading.current?.focus()
    return () => {
      element?.close?.()
      before?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="mg"
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKey}
    >
      <header className="top">
        <h2 ref={heading} id={name} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </dialog>
  )
}
