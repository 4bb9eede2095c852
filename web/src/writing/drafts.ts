import { useCallback, useEffect, useRef, useState } from 'react'
import { readBoot } from '../lib/boot.ts'
import { stored } from '../lib/stored.ts'
import type { Content } from './saver.ts'

/* Drafts: copies of unsaved text in this browser, one for each person, page and sitting (SPEC 4 and 9). */
/** A page shorter than this is not worth asking about. */
const DRAFT_MIN_CHARS = 10

/** Kept for one place at most; the oldest goes. */
const DRAFTS_MAX = 8

export interface Draft {
  title: string
  text: string
  cat_id: string
  /** The version the text was typed over, so that a stale draft meets the question about the newer one. */
  version: string
  /** Milliseconds. */
  at: number
}

/** A draft that was found, and the sitting that wrote it. */
interface StoredDraft extends Draft {
  sitting: string
}

export interface DraftKey {
  uid: string
  item_id: string
  page_id: string
}

/* Every sitting has a draft of its own: two windows with one page, or an offer nobody has answered yet, take nothing from each other. */
const prefixOf = ({ uid, item_id, page_id }: DraftKey) => `sheaf.draft.${uid}.${page_id === '0' ? `new.${item_id}` : page_id}.`

/** False when the browser keeps nothing for us: its store is full or closed. */
export function keepDraft(place: DraftKey, sitting: string, draft: Draft) {
  if (!stored.write(prefixOf(place) + sitting, JSON.stringify(draft))) return false
  for (const old of draftsAt(place).slice(DRAFTS_MAX)) forgetDraft(place, old.sitting)
  return true
}

export const forgetDraft = (place: DraftKey, sitting: string) => stored.remove(prefixOf(place) + sitting)

/** Newest first. */
function draftsAt(place: DraftKey): StoredDraft[] {
  const prefix = prefixOf(place)
  return stored
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = stored.readJson(key) as Draft | undefined
      return typeof draft?.text === 'string' ? { ...draft, sitting: key.slice(prefix.length) } : []
    })
    .sort((one, other) => other.at - one.at)
}

/** The drafts to offer: they differ from what was loaded, and one of the two is more than a line's beginning. */
export const draftsToOffer = (place: DraftKey, loaded: { title: string; text: string }): StoredDraft[] =>
  draftsAt(place).filter(
    ({ text, title }) => (text !== loaded.text || title !== loaded.title) && Math.max(text.length, loaded.text.length) > DRAFT_MIN_CHARS,
  )

/* Which editors are open in other windows of this browser: each holds a lock of the browser's while it lives, a crashed one holds none. */
const LIVE_SESSION_PREFIX = 'sheaf.sitting.'

/** Missing where the connection is not secure; then nobody counts as alive, and their drafts are offered too. */
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Until the answered function is called. */
function holdSessionLock(sitting: string): () => void {
  let end = () => {}
  void locks()
    ?.request(LIVE_SESSION_PREFIX + sitting, () => new Promise<void>((resolve) => (end = resolve)))
    .catch(() => {})
  return () => end()
}

async function liveSessions(): Promise<Set<string>> {
  const found = await locks()
    ?.query()
    .catch(() => undefined)
  return new Set(found?.held?.flatMap(({ name }) => (name?.startsWith(LIVE_SESSION_PREFIX) ? name.slice(LIVE_SESSION_PREFIX.length) : [])))
}

interface Options {
  place: DraftKey
  loaded: Content
  version: () => string
  read: () => Content
  isDirty: () => boolean
  /** Tells of each change of the text. */
  listen?: ((tell: (update: { docChanged: boolean }) => void) => () => void) | undefined
}

export type DraftState = { kind: 'none' | 'impossible' } | { kind: 'kept'; at: Date }

/** Milliseconds after the last key: a crash takes a sentence, not half a minute. */
const DRAFT_DEBOUNCE_MS = 1500

/** Keeps a draft when the hand rests, as often as the site's settings say and when the page is left or hidden, and finds those of other times. */
export function useDrafts({ place, loaded, version, read, isDirty, listen }: Options) {
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const [sitting] = useState(() => Math.random().toString(36).slice(2, 10))
  const [offers, setOffers] = useState<StoredDraft[]>(() => draftsToOffer(place, loaded))
  /** Restored here: what becomes of this text becomes of them. */
  const adopted = useRef<string[]>([])
  const now = useRef(place)
  now.current = place

  useEffect(() => {
    void liveSessions().then((alive) => alive.size && setOffers((all) => all.filter((draft) => !alive.has(draft.sitting))))
    return holdSessionLock(sitting)
  }, [sitting])

  const keep = useCallback(() => {
    if (!isDirty()) return
    const draft: Draft = { ...read(), version: version(), at: Date.now() }
    setState(keepDraft(now.current, sitting, draft) ? { kind: 'kept', at: new Date() } : { kind: 'impossible' })
  }, [read, isDirty, version, sitting])

  /** The text is about to make way for another: what is typed after that must not take its draft's place. */
  const setAside = useCallback(() => {
    if (isDirty()) keepDraft(now.current, `${sitting}-aside`, { ...read(), version: version(), at: Date.now() })
  }, [read, isDirty, version, sitting])

  useEffect(() => {
    const timer = setInterval(keep, readBoot().draftSeconds * 1000)
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

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = listen?.(({ docChanged }) => {
      if (!docChanged) return
      clearTimeout(timer)
      timer = setTimeout(keep, DRAFT_DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      forget?.()
    }
  }, [listen, keep])

  /** After a save there is nothing to keep; offers nobody has answered stay. */
  const clear = useCallback(() => {
    for (const one of [sitting, ...adopted.current.splice(0)]) forgetDraft(now.current, one)
    setState({ kind: 'none' })
  }, [sitting])

  const offer = offers[0]
  return {
    state,
    offer,
    setAside,
    clear,
    /** The offer was restored into the text. */
    settle: useCallback(() => {
      if (offer) adopted.current.push(offer.sitting)
      setOffers((all) => all.slice(1))
    }, [offer]),
    /** The offer is not wanted. */
    discard: useCallback(() => {
      if (offer) forgetDraft(now.current, offer.sitting)
      setOffers((all) => all.slice(1))
    }, [offer]),
  }
}
