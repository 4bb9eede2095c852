import { useCallback, useEffect, useRef, useState } from 'react'
import { DRAFT_SECONDS, type Draft, draftToOffer, forgetDraft, keepDraft, type Place } from './editor-draft.ts'
import type { Content } from './editor-saver.ts'

interface Options {
  place: Place
  loaded: Content
  version: () => string
  read: () => Content
  isDirty: () => boolean
}

export type DraftState = { kind: 'none' | 'impossible' } | { kind: 'kept'; at: Date }

/** Keeps a draft each 30 seconds and when the page is left or hidden, and finds the one of last time. */
export function useDrafts({ place, loaded, version, read, isDirty }: Options) {
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const [offer, setOffer] = useState<Draft | undefined>(() => draftToOffer(place, loaded))
  const now = useRef(place)
  now.current = place

  const keep = useCallback(() => {
    if (!isDirty()) return
    const kept = keepDraft(now.current, { ...read(), version: version(), at: Date.now() })
    setState(kept ? { kind: 'kept', at: new Date() } : { kind: 'impossible' })
  }, [read, isDirty, version])

  useEffect(() => {
    const timer = setInterval(keep, DRAFT_SECONDS * 1000)
    const hidden = () => document.visibilityState === 'hidden' && keep()
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', hidden)
      keep()
    }
  }, [keep])

  /** After a save there is nothing to keep. */
  const clear = useCallback(() => {
    forgetDraft(now.current)
    setOffer(undefined)
    setState({ kind: 'none' })
  }, [])

  return { state, offer, keep, clear, settle: useCallback(() => setOffer(undefined), []) }
}
