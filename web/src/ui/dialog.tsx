import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  /** A question with the name of the thing in it. */
  title: string
  children?: ReactNode
  /** The safe button first, the verb last. */
  actions?: ReactNode
  wide?: boolean
  /** Escape, a press on the ground behind, and whatever button calls it. */
  onClose: () => void
  /** Enter in a field and a submit button in the actions. */
  onSubmit?: () => void
}

/** Open while it is on the page. The focus goes to `data-autofocus` or the first control and back to where it came from. */
export function Dialog({ title, children, actions, wide = false, onClose, onSubmit }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement as HTMLElement | null
    if (!element) return
    if (element.showModal) element.showModal()
    else element.setAttribute('open', '')
    const chosen = element.querySelector<HTMLElement>('[data-autofocus]')
    ;(chosen ?? element.querySelector<HTMLElement>('input, select, textarea, button'))?.focus()
    return () => {
      element.close?.()
      before?.focus()
    }
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const inside = (
    <>
      <h2 id={heading}>{title}</h2>
      {children}
      {actions && <div className="acts">{actions}</div>}
    </>
  )
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target !== dialog.current) return
        const { left, right, top, bottom } = dialog.current.getBoundingClientRect()
        if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) onClose()
      }}
    >
      {onSubmit ? <form onSubmit={submit}>{inside}</form> : inside}
    </dialog>
  )
}
