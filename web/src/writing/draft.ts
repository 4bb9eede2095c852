import { stored } from '../lib/stored.ts'

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
export interface StoredDraft extends Draft {
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
