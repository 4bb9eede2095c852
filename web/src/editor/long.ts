import { useState } from 'react'
import { stored, storedInTab } from '../lib/stored.ts'

/** Above this the preview no longer follows every key (SPEC 4). */
export const LIVE_PREVIEW_MAX_CHARS = 3000
const KEEP_LIVE_KEY = 'sheaf.preview-long'
const noticeSeenKey = (page_id: string) => `sheaf.preview-told.${page_id}`

/** Whether a long page keeps its live preview, as chosen once for all pages, and whether this page's notice is still due in this session. */
export function useLongPages(page_id: string) {
  const [keep, setKeep] = useState(() => stored.read(KEEP_LIVE_KEY) !== null)
  const [told, setTold] = useState(() => storedInTab.read(noticeSeenKey(page_id)) !== null)
  return {
    keep,
    told,
    setKeep: (on: boolean) => {
      if (on) stored.write(KEEP_LIVE_KEY, '1')
      else stored.remove(KEEP_LIVE_KEY)
      setKeep(on)
      // Who has used the switch need not be told.
      setTold(true)
    },
    /** The notice was seen: not again for this page in this session. */
    tell: () => void storedInTab.write(noticeSeenKey(page_id), '1'),
    close: () => setTold(true),
  }
}
