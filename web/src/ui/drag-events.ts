import { type DragEvent, useEffect, useState } from 'react'

/**
 * What was dragged may be a link or a button: the click that ends the drag does nothing. A browser sends that click before the next
 * press. A click by a key or a program (`detail` 0) is heard.
 */
export function swallowClick() {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const end = () => listening.abort()
  addEventListener('pointerdown', end, options)
  addEventListener(
    'click',
    (event) => {
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    options,
  )
}

/** Files are being dragged, from outside the browser as a rule. */
export const holdsFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes('Files') ?? false

/** A zone that files are dropped on: whether some are over it, and what makes an element one. */
export function useDrop(onDrop: (dropped: DataTransfer) => void) {
  const [over, setOver] = useState(false)

  // A file dropped beside the zone would otherwise take the place of the whole page.
  useEffect(() => {
    const hold = (event: globalThis.DragEvent) => holdsFiles(event) && event.preventDefault()
    addEventListener('dragover', hold)
    addEventListener('drop', hold)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('drop', hold)
    }
  }, [])

  const zone = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer)
    },
  }
  return { over, zone }
}
