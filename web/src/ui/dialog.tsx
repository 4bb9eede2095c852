import { X } from 'lucide-react'
import { type FormEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from './icon-button.tsx'
import { uiWords } from './ui.words.ts'

/** Whether the event is on the backdrop: its target is the dialog, and it is outside the dialog's box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Closes on a click that starts and ends outside. A selection dragged out of a field ends outside too but does not close the dialog. */
export function useBackdropClick(onPress: () => void) {
  const began = useRef(false)
  return {
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      began.current = isOutside(event)
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      const isPress = began.current && isOutside(event)
      began.current = false
      if (isPress) onPress()
    },
  }
}

interface Props {
  /** A question that names the affected object. */
  title: string
  children?: ReactNode
  /** The safe button first, the action last. Without actions the dialog has a close button next to its title. */
  actions?: ReactNode
  wide?: boolean
  /** Called by Escape, a click on the backdrop, and any button that uses it. */
  onClose: () => void
  /** Called by Enter in a field and by a submit button in the actions. */
  onSubmit?: () => void
}

/** Open while mounted. Focuses `data-autofocus` or the first control, and restores the previous focus at the end. */
export function Dialog({ title, children, actions, wide = false, onClose, onSubmit }: Props) {
  const t = useWords(uiWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const outside = useBackdropClick(onClose)

  useEffect(() => {
    const element = dialog.current
    const previousFocus = document.activeElement as HTMLElement | null
    if (!element) return
    if (element.showModal) element.showModal()
    else element.setAttribute('open', '')
    const chosen = element.querySelector<HTMLElement>('[data-autofocus]')
    const [first, close] = ['input, select, textarea, button:not(.dialog-x)', 'button'].map((one) =>
      element.querySelector<HTMLElement>(one),
    )
    ;(chosen ?? first ?? close)?.focus()
    return () => {
      element.close?.()
      previousFocus?.focus()
    }
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const inside = (
    <>
      <h2 id={heading}>{title}</h2>
      {!actions && (
        <IconButton className="dialog-x" name={t.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
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
      {...outside}
    >
      {onSubmit ? <form onSubmit={submit}>{inside}</form> : inside}
    </dialog>
  )
}
