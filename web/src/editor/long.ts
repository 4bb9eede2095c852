import { useState } from 'react'
import { stored, storedInTab } from '../lib/stored.ts'

/** Above this the preview no longer follows every key (SPEC 4). */
export const LIVE_MAX = 3000
const KEEP = 'sheaf.preview-long'
const toldKey = (page_id: string) => `sheaf.preview-told.${page_id}`

/** Whether a long page keeps its live preview, as chosen once for all pages, and whether this page's notice is still due in this session. */
export function useLongPages(page_id: string) {
  const [keep, setKeep] = useState(() => stored.read(KEEP) !== null)
  const [told, setTold] = useState(() => storedInTab.read(toldKey(page_id)) !== null)
  return {
    keep,
    told,
    setKeep: (on: boolean) => {
      if (on) stored.write(KEEP, '1')
      else stored.remove(KEEP)
      setKeep(on)
      // Who has used the switch need not be told.
      setTold(true)
    },
    /** The notice was seen: not again for this page in this session. */
    tell: () => void storedInTab.write(toldKey(page_id), '1'),
    close: () => setTold(true),
  }
}
