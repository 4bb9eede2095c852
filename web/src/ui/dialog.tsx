import { X } from 'lucide-react'
import { type FormEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../lib/words.ts'
import { IconButton } from './icon-button.tsx'
import { uiWords } from './ui.words.ts'

/** On the ground behind a modal dialog: the event is the dialog's own, and outside its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Closes by a click that begins and ends outside. A selection that is dragged out of a field ends there too, and closes nothing. */
export function usePressOutside(onPress: () => void) {
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
  /** A question with the name of the thing in it. */
  title: string
  children?: ReactNode
  /** The safe button first, the verb last. A dialog without any has a button to close it beside its title. */
  actions?: ReactNode
  wide?: boolean
  /** Escape, a press on the ground behind, and whatever button calls it. */
  onClose: () => void
  /** Enter in a field and a submit button in the actions. */
  onSubmit?: () => void
}

/** Open while it is on the page. The focus goes to `data-autofocus` or the first control and back to where it came from. */
export function Dialog({ title, children, actions, wide = false, onClose, onSubmit }: Props) {
  const t = useWords(uiWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const outside = usePressOutside(onClose)

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement as HTMLElement | null
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
