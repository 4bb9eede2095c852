/* Drafts: copies of unsaved text in this browser, one for each person and page (SPEC 4 and 9). */
export const DRAFT_SECONDS = 30
/** A page shorter than this is not worth asking about. */
const DRAFT_MIN = 10

export interface Draft {
  title: string
  text: string
  cat_id: string
  /** The version the text was typed over, so that a stale draft meets the question about the newer one. */
  version: string
  /** Milliseconds. */
  at: number
}

export interface Place {
  uid: string
  item_id: string
  page_id: string
}

const keyOf = ({ uid, item_id, page_id }: Place) => `sheaf.draft.${uid}.${page_id === '0' ? `new.${item_id}` : page_id}`

/** False when the browser keeps nothing for us: its store is full or closed. */
export function keepDraft(place: Place, draft: Draft) {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(place: Place) {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // A closed store holds no draft.
  }
}

function readDraft(place: Place): Draft | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as Draft | null
    return typeof found?.text === 'string' ? found : undefined
  } catch {
    return undefined
  }
}

/** The draft to offer: it differs from what was loaded, and one of the two is more than a line's beginning. */
export function draftToOffer(place: Place, loaded: { title: string; text: string }): Draft | undefined {
  const draft = readDraft(place)
  if (!draft) return undefined
  const same = draft.text === loaded.text && draft.title === loaded.title
  return same || Math.max(draft.text.length, loaded.text.length) <= DRAFT_MIN ? undefined : draft
}
