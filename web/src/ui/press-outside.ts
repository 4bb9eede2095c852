import { type MouseEvent, type PointerEvent, useRef } from 'react'

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
