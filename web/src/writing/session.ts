import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { longDate } from '../lib/format.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { useLanguage } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { useConflictResolution } from './conflict.ts'
import { useDrafts } from './drafts.ts'
import type { PendingNavigation } from './leave.tsx'
import type { EditLock } from './lock/lock.ts'
import { type Content, createSaver, type Outcome } from './saver.ts'
import { type SavedOutcome, useSaveWhen, useSaving } from './saving.ts'

/** What an editor of any kind provides. The functions keep their identity. */
export interface WrittenContent {
  /** `write` and `restore` work from now on. */
  isReady: boolean
  read: () => Content
  isDirty: () => boolean
  /** Puts content in; `read` returns it immediately. */
  write: (content: Content) => void
  /** Puts a draft in. */
  restore: (draft: Content) => void
  /** The server has this content now. Changes since then stay unsaved. */
  markSaved: (content: Content) => void
  /** Calls back when the user has paused for this time after a change. */
  onPause?: ((pauseMs: number, onIdle: () => void) => () => void) | undefined
  /** Finishes an input that `read` does not return yet. */
  commit?: () => void
  /** Why the server would not accept this content. */
  refuse?: (content: Content) => string | undefined
}

interface Opened {
  /** '0': a page that does not exist yet. */
  page_id: string
  version: string
  content: Content
  /** A stored version that replaces the content when the editor opens; it is not saved yet. */
  restored?: (Content & { addtime: string }) | undefined
}

interface Options {
  item_id: string
  opened: Opened
  content: WrittenContent
  held: EditLock
  /** Marks the history entries of this editing session. */
  sessionKey: string
  /** The address of the page in this editor. */
  pathOf: (page_id: string) => string
  restoredWords: { restored: (time: string) => string; restoredDetail: string }
  /** The editor has keyboard shortcuts of its own, which must not receive the keys for saving. */
  ownKeys?: boolean
  /** Whether the next save confirms the sources of the page. The function keeps its identity. */
  isAccepting?: () => boolean
  /** Whether the next save is a small change. The function keeps its identity. */
  isMinor?: () => boolean
  /** Whether the person has checked the whole page, so that the next save verifies it. The function keeps its identity. */
  isChecked?: () => boolean
  /** After each save. */
  onSave?: () => void
}

const never = () => false

/** Replaces the content once with the version that the address names; it is not saved yet. */
function useRestored({ opened, content: { isReady, write }, restoredWords: t }: Options, goTo: (page_id: string) => void) {
  const language = useLanguage()
  const isRestored = useRef(false)
  useEffect(() => {
    const { restored, content: start } = opened
    if (!isReady || !restored || isRestored.current) return
    isRestored.current = true
    // Restoring a version does not move the page to another catalog.
    write({ ...restored, cat_id: start.cat_id })
    toast(t.restored(longDate(Number(restored.addtime), language)), 'ok', { detail: t.restoredDetail })
    // After a reload the draft must win over the version in the address.
    goTo(opened.page_id)
  }, [opened, isReady, write, goTo, t, language])
}

/** One writing session of one page, from opening to leaving: saves, drafts, lock, conflicts. It survives a new page getting its id. */
export function useWritingSession(options: Options) {
  const {
    item_id,
    opened,
    content,
    held,
    sessionKey,
    pathOf,
    ownKeys = false,
    isAccepting = never,
    isMinor = never,
    isChecked = never,
  } = options
  const { lock } = held
  const { isReady, read, isDirty, markSaved, commit, refuse } = content
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [page_id, setPageId] = useState(opened.page_id)
  const [saver] = useState(() =>
    createSaver(item_id, opened, () => ({
      ...(isAccepting() && { accepts: 'all' }),
      ...(isMinor() && { is_minor: '1' }),
      ...(isChecked() && { is_checked: '1' }),
    })),
  )
  const drafts = useDrafts({
    place: { uid: account?.uid ?? '', item_id, page_id },
    loaded: opened.content,
    version: useCallback(() => saver.origin().version, [saver]),
    read,
    isDirty,
    onPause: content.onPause,
  })

  const latest = useRef({ pathOf, refuse, onSave: options.onSave })
  latest.current = { pathOf, refuse, onSave: options.onSave }
  const goTo = useCallback(
    (id: string) => navigate(latest.current.pathOf(id), { replace: true, state: { editor: sessionKey } }),
    [navigate, sessionKey],
  )
  const onSaved = useCallback(
    (outcome: SavedOutcome) => {
      markSaved(outcome.content)
      drafts.clear()
      latest.current.onSave?.()
      for (const queryRoot of ['page', 'item', 'truth']) void queries.invalidateQueries({ queryKey: [queryRoot] })
      if (outcome.page_id === page_id) return
      setPageId(outcome.page_id)
      lock.hold(outcome.page_id)
      goTo(outcome.page_id)
    },
    [markSaved, drafts.clear, queries, page_id, goTo, lock],
  )
  const checked = useMemo(
    () => ({
      async save(now: Content, over?: string): Promise<Outcome> {
        const message = latest.current.refuse?.(now)
        return message === undefined ? saver.save(now, over) : { kind: 'refused', message }
      },
    }),
    [saver],
  )
  const same = useCallback(() => page_id !== '0' && !isDirty() && !isAccepting(), [page_id, isDirty, isAccepting])
  const { state, save: saveRead, conflict: newer, closeConflict } = useSaving({ saver: checked, content: read, same, onSaved })
  const save = useCallback(
    (over?: string) => {
      commit?.()
      return saveRead(over)
    },
    [commit, saveRead],
  )
  const saveNow = useCallback(() => void save(), [save])
  useSaveWhen(state.kind, saveNow, { first: ownKeys })
  useEffect(() => lock.enter(), [lock])

  const pendingNavigation = useRef<PendingNavigation>(undefined)
  const resolution = useConflictResolution({ content, saver, keepDraft: drafts.setAside, save, closeConflict, pendingNavigation })

  useRestored(options, goTo)

  const restoreDraft = () => {
    const { offer } = drafts
    if (!offer || !isReady) return
    content.restore(offer)
    if (offer.version) saver.rebase(offer.version)
    drafts.settle()
  }

  return {
    page_id,
    state,
    save,
    saveNow,
    /** The version that was loaded or saved last. */
    version: () => saver.origin().version,
    draft: drafts.state,
    /** Props of the notes above the content. */
    notes: { state, lock: held.state, offer: drafts.offer, onSave: saveNow, onRestore: restoreDraft, onDiscard: drafts.discard },
    /** Props of the question before the session is left. */
    leave: { session: sessionKey, pendingNavigation },
    /** Props of the conflict dialog, if another user has saved the page meanwhile. */
    conflict: newer && { ...resolution, page_id, newer, origin: saver.origin(), mine: read },
  }
}
