import { Check, CircleAlert, Lock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { readBoot } from '../lib/boot.ts'
import { clock, longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Draft } from './drafts.ts'
import { editorWords, lockWords } from './editor.words.ts'
import type { LockState } from './lock/lock.ts'
import { LockNote } from './lock/signs.tsx'
import { hasFailed, type SaveState } from './saving.ts'
import type { useWritingSession } from './session.ts'

type Words = (typeof editorWords)['en']

const failureText = (state: SaveState, t: Words) => {
  if (state.kind === 'offline') return t.offline(clock(state.since))
  if (state.kind === 'refused') return t.refused(state.message)
  if (state.kind === 'gone') return t.gone
  return t.loggedOut
}

/** The full text, and a short one for phones. */
function statusText(state: SaveState, dirty: boolean, t: Words): [text: string, short: string] {
  if (state.kind === 'saving') return [t.saving, t.saving]
  if (dirty) return [t.unsaved, t.unsavedShort]
  if (state.kind === 'saved') return [t.saved(clock(state.at)), t.savedShort]
  return state.kind === 'same' ? [t.same, t.sameShort] : ['', '']
}

interface StatusProps {
  state: SaveState
  dirty: boolean
  /** The lock of the page: another holder is named until the next save. */
  lock?: LockState | undefined
  /** Another user has saved the page meanwhile. */
  conflict?: boolean
}

/** The save status as text; on a phone, `SaveNote` explains a failure in its own line. */
export function SaveStatus({ state, dirty, lock, conflict = false }: StatusProps) {
  const t = useWords(editorWords)
  const l = useWords(lockWords)
  if (conflict || hasFailed(state))
    return (
      <span className="ed-state bad" role={conflict ? 'status' : 'alert'}>
        <CircleAlert className="i" aria-hidden="true" />
        <span className="ed-wide">{conflict ? t.conflict : state.kind === 'loggedOut' ? t.notSaved : failureText(state, t)}</span>
        <span className="ed-short">{conflict ? t.conflictShort : t.notSaved}</span>
      </span>
    )
  const done = !dirty && state.kind === 'saved'
  const isForeign = lock?.kind === 'foreign' && !lock.outside && !done && state.kind !== 'saving'
  const [text, short] = isForeign ? [l.theirs(lock.holder || l.someone), l.theirsShort] : statusText(state, dirty, t)
  return (
    <span className="ed-state" role="status">
      {done && <Check className="i ok" aria-hidden="true" />}
      {dirty && state.kind !== 'saving' && <span className="ed-dot" />}
      {isForeign && <Lock className="i" aria-hidden="true" />}
      <span className="ed-status" data-short={short}>
        {text}
      </span>
    </span>
  )
}

function Note({ kind, children, onClose }: { kind: 'info' | 'bad'; children: ReactNode; onClose?: () => void }) {
  const t = useWords(editorWords)
  return (
    <div className={`line-note ${kind}`} role="status">
      {children}
      {onClose && (
        <IconButton className="small ed-close" name={t.dismiss} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

function DraftNote({ draft, onRestore, onDiscard }: { draft: Draft; onRestore: () => void; onDiscard: () => void }) {
  const t = useWords(editorWords)
  const language = useLanguage()
  return (
    <Note kind="info">
      <span>{t.draftOffer(longDate(draft.at / 1000, language))}</span>
      <button type="button" onClick={onRestore}>
        {t.restore}
      </button>
      <button type="button" onClick={onDiscard}>
        {t.discard}
      </button>
    </Note>
  )
}

export function PreviewNote({ onKeep, onClose }: { onKeep: () => void; onClose: () => void }) {
  const t = useWords(editorWords)
  return (
    <Note kind="info" onClose={onClose}>
      <span>{t.previewOff}</span>
      <button type="button" onClick={onKeep}>
        {t.keepOn}
      </button>
    </Note>
  )
}

/** Explains a failed save and offers a retry. Wide screens show simple failures next to the Save button instead. */
function SaveNote({ state, onSave }: { state: SaveState; onSave: () => void }) {
  const t = useWords(editorWords)
  if (!hasFailed(state)) return null
  const again = (
    <button type="button" onClick={onSave}>
      {t.saveAgain}
    </button>
  )
  if (state.kind !== 'loggedOut')
    return (
      <div className="ed-short">
        <Note kind="bad">
          <span>{failureText(state, t)}</span>
          {again}
        </Note>
      </div>
    )
  return (
    <Note kind="bad">
      <span>{t.loggedOut}</span>
      <a href={readBoot().base + paths.login()} target="_blank" rel="noreferrer">
        {t.logIn}
      </a>
      {again}
    </Note>
  )
}

/** The notes of a writing session: a failed save, a lost lock, a draft of an earlier session. */
export const WritingNotes = ({ state, lock, offer, onSave, onRestore, onDiscard }: ReturnType<typeof useWritingSession>['notes']) => (
  <>
    <SaveNote state={state} onSave={onSave} />
    <LockNote state={lock} />
    {offer && <DraftNote draft={offer} onRestore={onRestore} onDiscard={onDiscard} />}
  </>
)
