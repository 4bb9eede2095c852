import { useState } from 'react'

/** Above this the preview no longer follows every key (SPEC 4). */
export const LIVE_MAX = 3000
const KEEP = 'sheaf.preview-long'
const toldKey = (page_id: string) => `sheaf.preview-told.${page_id}`

const readFrom = (store: () => Storage, key: string) => {
  try {
    return store().getItem(key) !== null
  } catch {
    return false
  }
}
const writeTo = (store: () => Storage, key: string, on = true) => {
  try {
    if (on) store().setItem(key, '1')
    else store().removeItem(key)
  } catch {
    // Asked again next time.
  }
}

/** Whether a long page keeps its live preview, as chosen once for all pages, and whether this page's notice is still due in this session. */
export function useLongPages(page_id: string) {
  const [keep, setKeep] = useState(() => readFrom(() => localStorage, KEEP))
  const [told, setTold] = useState(() => readFrom(() => sessionStorage, toldKey(page_id)))
  return {
    keep,
    told,
    setKeep: (on: boolean) => {
      writeTo(() => localStorage, KEEP, on)
      setKeep(on)
      // Who has used the switch need not be told.
      setTold(true)
    },
    /** The notice was seen: not again for this page in this session. */
    tell: () => writeTo(() => sessionStorage, toldKey(page_id)),
    close: () => setTold(true),
  }
}
