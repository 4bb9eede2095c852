import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useBlocker } from '../../lib/navigation/provider.tsx'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { uiWords } from '../ui.words.ts'

interface Question {
  title: string
  action: string
  stay: string
  children: ReactNode
  /** Switching tabs of the same screen would lose the input too. */
  isLostByTab?: boolean
}

/*
 * One blocker decides at a time, but a screen can have several forms. Each registers here and sets its prompt while input
 * would be lost; the first of them prompts for all.
 */
const entries: { current: Question | undefined }[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const first = () => entries[0]

type Address = { pathname: string; search: string }
const isLost = (question: Question | undefined, here: Address, next: Address) =>
  question !== undefined && (here.pathname !== next.pathname || (question.isLostByTab === true && here.search !== next.search))

/** Called after saving: the next navigation does not prompt, even before the form renders again. */
export function skipLeaveQuestion() {
  for (const entry of entries) entry.current = undefined
}

/** While `when` is true, prompts before navigation or closing the window, because unsaved work would be lost. */
export function LeaveQuestion({ when = true, ...question }: Question & { when?: boolean }) {
  const own = useRef<Question | undefined>(undefined)
  useLayoutEffect(() => {
    own.current = when ? question : undefined
  })
  useEffect(() => {
    entries.push(own)
    for (const listener of listeners) listener()
    const prompt = (event: BeforeUnloadEvent) => own.current && event.preventDefault()
    addEventListener('beforeunload', prompt)
    return () => {
      entries.splice(entries.indexOf(own), 1)
      for (const listener of listeners) listener()
      removeEventListener('beforeunload', prompt)
    }
  }, [])
  return useSyncExternalStore(subscribe, first, () => undefined) === own ? <ActiveQuestion /> : null
}

function ActiveQuestion() {
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    entries.some(({ current }) => isLost(current, currentLocation, nextLocation)),
  )
  if (blocker.state !== 'blocked') return null
  const question = entries.find(({ current }) => isLost(current, here, blocker.location))?.current
  if (!question) return null
  /* The form can be in a part that is currently hidden. */
  return createPortal(
    <ConfirmDialog
      title={question.title}
      action={question.action}
      cancel={question.stay}
      onConfirm={async () => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {question.children}
    </ConfirmDialog>,
    document.body,
  )
}

interface Props {
  when: boolean
  isLostByTab?: boolean
}

/** Guards unsaved input. */
export function Unsaved({ when, isLostByTab = false }: Props) {
  const t = useWords(uiWords)
  return (
    <LeaveQuestion when={when} title={t.unsavedTitle} action={t.discard} stay={t.keepEditing} isLostByTab={isLostByTab}>
      {t.unsavedText}
    </LeaveQuestion>
  )
}
