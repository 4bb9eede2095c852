import { useEffect, useRef, useState } from 'react'
import { type Previewed, sendPreview } from './upload.ts'

export type Preview =
  | { at: 'start' }
  | { at: 'looking'; file: File }
  | { at: 'known'; file: File; will: Previewed }
  | { at: 'failed'; file: File; error: Error }

/** What a file would do in an item, asked before it does it. */
export function usePreview(item_id: string) {
  const [preview, setPreview] = useState<Preview>({ at: 'start' })
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  const look = async (file: File, cat_id: string) => {
    cancel.current()
    setPreview({ at: 'looking', file })
    const upload = sendPreview(file, { item_id, cat_id }, { sent: () => {}, allSent: () => {} })
    cancel.current = upload.cancel
    try {
      const will = await upload.done
      if (will) setPreview({ at: 'known', file, will })
    } catch (error) {
      setPreview({ at: 'failed', file, error: error as Error })
    }
  }
  const forget = () => {
    cancel.current()
    setPreview({ at: 'start' })
  }
  return { preview, look, forget }
}
