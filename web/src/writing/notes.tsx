import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { readBoot } from '../lib/boot.ts'
import { longDate } from '../lib/format/dates.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Draft } from './draft.ts'
import { editorWords } from './editor.words.ts'
import { hasFailed, type SaveState } from './saving.ts'
import { failureText } from './state.tsx'

function Note({ kind, children, onClose }: { kind: 'info' | 'bad'; children: ReactNode; onClose?: () => void }) {
  const t = useWords(editorWords)
  return (
    <div className={`line-note ${kind}`} role="status">
      {children}
      {onClose && (
        <IconButton className="s ed-close" name={t.dismiss} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

export function DraftNote({ draft, onRestore, onDiscard }: { draft: Draft; onRestore: () => void; onDiscard: () => void }) {
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

/** The whole of a failed save, with what to do. Wide screens say simple failures beside Save and need no line. */
export function SaveNote({ state, onSave }: { state: SaveState; onSave: () => void }) {
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
