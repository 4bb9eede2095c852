import { type DragEvent, useEffect, useState } from 'react'

/** Whether the drag contains files, usually from outside the browser. */
export const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes('Files') ?? false

/** A drop zone for files: whether files are over it, and the props of its element. */
export function useDrop(onDrop: (dropped: DataTransfer) => void) {
  const [over, setOver] = useState(false)

  // A file dropped outside the zone would otherwise replace the whole page.
  useEffect(() => {
    const preventOpen = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault()
    addEventListener('dragover', preventOpen)
    addEventListener('drop', preventOpen)
    return () => {
      removeEventListener('dragover', preventOpen)
      removeEventListener('drop', preventOpen)
    }
  }, [])

  const zone = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
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
