import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker, useLocation } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { uiWords } from '../ui.words.ts'

interface Question {
  title: string
  action: string
  stay: string
  children: ReactNode
  /** Another tab of the same screen would lose it too. */
  isLostByTab?: boolean
}

/*
 * The router takes one blocker at a time, and a screen may have several forms: each has a place here, which holds its question while
 * something would be lost, and the first of them asks for all.
 */
const places: { current: Question | undefined }[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const first = () => places[0]

type Address = { pathname: string; search: string }
const isLost = (question: Question | undefined, here: Address, next: Address) =>
  question !== undefined && (here.pathname !== next.pathname || (question.isLostByTab === true && here.search !== next.search))

/** What was entered is saved: the next step to another screen asks nothing, even before the form is drawn anew. */
export function skipLeaveQuestion() {
  for (const place of places) place.current = undefined
}

/** Asks before a link to another screen, or closing the window, gives up what is going on here `when` it would be lost. */
export function LeaveQuestion({ when = true, ...question }: Question & { when?: boolean }) {
  const own = useRef<Question | undefined>(undefined)
  useLayoutEffect(() => {
    own.current = when ? question : undefined
  })
  useEffect(() => {
    places.push(own)
    for (const listener of listeners) listener()
    const ask = (event: BeforeUnloadEvent) => own.current && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      places.splice(places.indexOf(own), 1)
      for (const listener of listeners) listener()
      removeEventListener('beforeunload', ask)
    }
  }, [])
  return useSyncExternalStore(subscribe, first, () => undefined) === own ? <ActiveQuestion /> : null
}

function ActiveQuestion() {
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    places.some(({ current }) => isLost(current, currentLocation, nextLocation)),
  )
  if (blocker.state !== 'blocked') return null
  const question = places.find(({ current }) => isLost(current, here, blocker.location))?.current
  if (!question) return null
  /* The form may stand in a part that is hidden at this moment. */
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

/** Guards what was entered and not saved. */
export function Unsaved({ when, isLostByTab = false }: Props) {
  const t = useWords(uiWords)
  return (
    <LeaveQuestion when={when} title={t.unsavedTitle} action={t.discard} stay={t.keepEditing} isLostByTab={isLostByTab}>
      {t.unsavedText}
    </LeaveQuestion>
  )
}
