/* Drafts: copies of unsaved text in this browser, one per user, page and editing session (SPEC 4 and 9). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { readBoot } from '../lib/boot.ts'
import { stored } from '../lib/stored.ts'
import type { Content } from './saver.ts'

/** Drafts of shorter texts are not offered. */
const DRAFT_MIN_CHARS = 10

/** Maximum number of drafts per page; the oldest is deleted. */
const DRAFTS_MAX = 8

export interface Draft {
  title: string
  text: string
  cat_id: string
  /** The version that the text is based on, so that restoring a stale draft leads to the conflict dialog. */
  version: string
  /** Milliseconds. */
  at: number
}

/** A draft from storage, with the id of the editing session that wrote it. */
interface StoredDraft extends Draft {
  sessionId: string
}

export interface DraftKey {
  uid: string
  item_id: string
  page_id: string
}

/* Each editing session has its own draft: two windows with the same page, or an unanswered offer, never overwrite each other. */
const prefixOf = ({ uid, item_id, page_id }: DraftKey) => `sheaf.draft.${uid}.${page_id === '0' ? `new.${item_id}` : page_id}.`

/** Returns false if the browser cannot store the draft because its storage is full or disabled. */
export function keepDraft(place: DraftKey, sessionId: string, draft: Draft) {
  if (!stored.write(prefixOf(place) + sessionId, JSON.stringify(draft))) return false
  for (const old of draftsAt(place).slice(DRAFTS_MAX)) forgetDraft(place, old.sessionId)
  return true
}

export const forgetDraft = (place: DraftKey, sessionId: string) => stored.remove(prefixOf(place) + sessionId)

/** Newest first. */
function draftsAt(place: DraftKey): StoredDraft[] {
  const prefix = prefixOf(place)
  return stored
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = stored.readJson(key) as Draft | undefined
      return typeof draft?.text === 'string' ? { ...draft, sessionId: key.slice(prefix.length) } : []
    })
    .sort((a, b) => b.at - a.at)
}

/** The drafts to offer: they differ from the loaded page, and either text exceeds the minimum length. */
export const draftsToOffer = (place: DraftKey, loaded: { title: string; text: string }): StoredDraft[] =>
  draftsAt(place).filter(
    ({ text, title }) => (text !== loaded.text || title !== loaded.title) && Math.max(text.length, loaded.text.length) > DRAFT_MIN_CHARS,
  )

/*
 * Detects editors in other windows of this browser: each holds a Web Lock while it is open; a crashed one holds none. Windows from before
 * an update know this name.
 */
const LIVE_SESSION_PREFIX = 'sheaf.sitting.'
/** Ends the id of a second draft of a session. */
const ASIDE = '-aside'

/** Undefined on an insecure connection; then no session counts as live, and drafts of open windows are offered too. */
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Holds the lock until the returned function is called. */
function holdSessionLock(sessionId: string): () => void {
  let end = () => {}
  void locks()
    ?.request(LIVE_SESSION_PREFIX + sessionId, () => new Promise<void>((resolve) => (end = resolve)))
    .catch(() => {})
  return () => end()
}

/** Without the drafts of windows that are still open. */
async function withoutLive(drafts: StoredDraft[]): Promise<StoredDraft[]> {
  const snapshot = await locks()
    ?.query()
    .catch(() => undefined)
  const live = new Set(snapshot?.held?.map(({ name }) => name))
  return drafts.filter(({ sessionId }) => !live.has(LIVE_SESSION_PREFIX + sessionId.replace(ASIDE, '')))
}

export const newestDraft = async (place: DraftKey): Promise<Draft | undefined> =>
  (await withoutLive(draftsAt(place))).find(({ text }) => text.length > DRAFT_MIN_CHARS)

interface Options {
  place: DraftKey
  loaded: Content
  version: () => string
  read: () => Content
  isDirty: () => boolean
  /** Calls back when the user has paused for this time after a change; returns the unsubscribe function. */
  onPause?: ((pauseMs: number, onIdle: () => void) => () => void) | undefined
}

export type DraftState = { kind: 'none' | 'impossible' } | { kind: 'kept'; at: Date }

/** Milliseconds after the last keystroke: a crash loses a sentence, not half a minute. */
const DRAFT_PAUSE_MS = 1500

/**
 * Saves a draft when the user pauses, at the interval of the site's settings, and when the page is left or hidden. Offers
 * drafts of earlier sessions.
 */
export function useDrafts({ place, loaded, version, read, isDirty, onPause }: Options) {
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const [sessionId] = useState(() => Math.random().toString(36).slice(2, 10))
  const [offers, setOffers] = useState<StoredDraft[]>(() => draftsToOffer(place, loaded))
  const offered = useRef(offers)
  /** Sessions whose drafts were restored here: saving this text deletes those drafts too. */
  const adopted = useRef<string[]>([])
  const now = useRef(place)
  now.current = place

  useEffect(() => {
    void withoutLive(offered.current).then((left) => {
      if (left.length < offered.current.length) setOffers((all) => all.filter((draft) => left.includes(draft)))
    })
    return holdSessionLock(sessionId)
  }, [sessionId])

  const keep = useCallback(() => {
    if (!isDirty()) return
    const draft: Draft = { ...read(), version: version(), at: Date.now() }
    setState(keepDraft(now.current, sessionId, draft) ? { kind: 'kept', at: new Date() } : { kind: 'impossible' })
  }, [read, isDirty, version, sessionId])

  /** Stores the text separately before it is replaced, so that later typing does not overwrite this draft. */
  const setAside = useCallback(() => {
    if (isDirty()) keepDraft(now.current, sessionId + ASIDE, { ...read(), version: version(), at: Date.now() })
  }, [read, isDirty, version, sessionId])

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

  useEffect(() => onPause?.(DRAFT_PAUSE_MS, keep), [onPause, keep])

  /** Deletes this session's drafts after a save; unanswered offers stay. */
  const clear = useCallback(() => {
    for (const id of [sessionId, ...adopted.current.splice(0)]) forgetDraft(now.current, id)
    setState({ kind: 'none' })
  }, [sessionId])

  const offer = offers[0]
  return {
    state,
    offer,
    setAside,
    clear,
    /** Accepts the offer after it was restored into the text. */
    settle: useCallback(() => {
      if (offer) adopted.current.push(offer.sessionId)
      setOffers((all) => all.slice(1))
    }, [offer]),
    /** Rejects the offer and deletes its draft. */
    discard: useCallback(() => {
      if (offer) forgetDraft(now.current, offer.sessionId)
      setOffers((all) => all.slice(1))
    }, [offer]),
  }
}
