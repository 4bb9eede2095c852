import { useCallback, useEffect, useRef, useState } from 'react'
import type { Content, Newer, Outcome, Saver } from './saver.ts'

type Kind = ReturnType<typeof useSaving>['state']['kind']

/** Saves on Ctrl/Cmd+S and when the connection returns. `first`: listens in the capture phase, before parts with own shortcuts. */
export function useSaveWhen(kind: Kind, saveNow: () => void, { first = false } = {}) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (first) event.stopPropagation()
      if (!event.repeat) saveNow()
    }
    addEventListener('keydown', key, first)
    return () => removeEventListener('keydown', key, first)
  }, [saveNow, first])

  useEffect(() => {
    if (kind !== 'offline') return
    addEventListener('online', saveNow)
    return () => removeEventListener('online', saveNow)
  }, [kind, saveNow])
}

/** A save without a response after this time can be tried again (SPEC 4). */
const SAVE_TIMEOUT_MS = 20_000

export type SaveState =
  | { kind: 'none' | 'saving' | 'same' | 'loggedOut' | 'gone' }
  | { kind: 'saved'; at: Date }
  | { kind: 'offline'; since: Date }
  | { kind: 'refused'; message: string }

/** 'all': everything is saved; 'conflict': the user must first resolve a conflict; 'not': the save failed. */
export type SaveResult = 'all' | 'conflict' | 'not'

export type SavedOutcome = Extract<Outcome, { kind: 'saved' }>

/** Failures stay visible until a save succeeds. */
const FAILURES: SaveState['kind'][] = ['offline', 'refused', 'loggedOut', 'gone']
export const hasFailed = ({ kind }: SaveState) => FAILURES.includes(kind)

interface Options {
  saver: Pick<Saver, 'save'>
  content: () => Content
  /** The page has been saved and has not changed since. */
  same: () => boolean
  onSaved: (outcome: SavedOutcome) => void
}

export function useSaving({ saver, content, same, onSaved }: Options) {
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const [conflict, setConflict] = useState<Newer>()
  const run = useRef({ attempt: 0, busy: undefined as Promise<SaveResult> | undefined, again: false, failed: false })
  const since = useRef<Date>(undefined)

  const show = useCallback(
    (outcome: Outcome) => {
      run.current.failed = outcome.kind !== 'saved' && outcome.kind !== 'conflict'
      if (outcome.kind !== 'offline') since.current = undefined
      if (outcome.kind === 'saved') {
        setState({ kind: 'saved', at: new Date() })
        setConflict(undefined)
        onSaved(outcome)
      } else if (outcome.kind === 'conflict') {
        setState({ kind: 'none' })
        setConflict(outcome.newer)
      } else if (outcome.kind === 'offline') {
        since.current ??= new Date()
        setState({ kind: 'offline', since: since.current })
      } else setState(outcome)
    },
    [onSaved],
  )

  const attempt = useCallback(
    async (over?: string): Promise<SaveResult> => {
      const now = run.current
      now.attempt++
      const mine = now.attempt
      setState({ kind: 'saving' })
      const guard = setTimeout(() => {
        if (now.attempt !== mine) return
        now.busy = undefined
        show({ kind: 'offline' })
      }, SAVE_TIMEOUT_MS)
      const outcome = await saver.save(content(), over)
      clearTimeout(guard)
      if (now.attempt !== mine) return 'not'
      now.busy = undefined
      show(outcome)
      if (outcome.kind === 'saved') return 'all'
      return outcome.kind === 'conflict' ? 'conflict' : 'not'
    },
    [saver, content, show],
  )

  /** A request during a running save is remembered and runs after it. */
  const save = useCallback(
    async (over?: string): Promise<SaveResult> => {
      const now = run.current
      if (now.busy) {
        now.again = true
        const saved = await now.busy
        if (saved !== 'all') return saved
        if (!now.again) return now.busy ?? saved
        now.again = false
        return save()
      }
      if (!over && !now.failed && same()) {
        setState({ kind: 'same' })
        return 'all'
      }
      now.busy = attempt(over)
      return now.busy
    },
    [attempt, same],
  )

  return { state, save, conflict, closeConflict: useCallback(() => setConflict(undefined), []) }
}
