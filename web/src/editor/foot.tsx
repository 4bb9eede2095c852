import type { EditorState } from '@codemirror/state'
import { type ReactNode, useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { countWords } from '../lib/format/count-words.ts'
import { clock } from '../lib/format/dates.ts'
import { useWords } from '../lib/words.ts'
import type { DraftState } from '../writing/drafts.ts'
import { editorWords } from '../writing/editor.words.ts'
import type { LockState } from '../writing/lock/lock.ts'
import { LockSign } from '../writing/lock/signs.tsx'
import { LIVE_PREVIEW_MAX_CHARS } from './long.ts'
import { type Editing, useEditorValue } from './view.ts'
import { type View, ViewSwitch } from './views.tsx'

const countsOf = ({ doc }: EditorState) => ({ words: countWords(doc.toString()), characters: doc.length })

function useCounts({ view, listen }: Editing) {
  const [counts, setCounts] = useState(() => countsOf(view.state))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = listen((update) => {
      if (!update.docChanged) return
      clearTimeout(timer)
      timer = setTimeout(() => setCounts(countsOf(view.state)), 400)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [view, listen])
  return counts
}

interface FootProps {
  editing: Editing
  draft: DraftState
  lock: LockState | undefined
  view: View
  onView: (view: View) => void
  children?: ReactNode
}

/** Whether the preview of a long page follows every key; the same choice for all pages. */
export function LiveSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useWords(editorWords)
  return (
    <button type="button" role="switch" aria-checked={on} className="ed-live" onClick={() => onChange(!on)}>
      <span className="knob" aria-hidden="true" />
      {t.livePreview}
    </button>
  )
}

export function EditorFoot({ editing, draft, lock, view, onView, children }: FootProps) {
  const t = useWords(editorWords)
  const place = useEditorValue(editing, (state) => {
    const { head } = state.selection.main
    const line = state.doc.lineAt(head)
    return `${line.number}:${head - line.from + 1}`
  })
  const [line = 1, column = 1] = place.split(':').map(Number)
  const { words, characters } = useCounts(editing)
  const { draftSeconds } = useBoot()
  const kept =
    draft.kind === 'kept' ? t.draftKept(clock(draft.at)) : draft.kind === 'impossible' ? t.draftImpossible : t.draftEvery(draftSeconds)
  return (
    <footer className="ed-foot">
      <span>{t.position(line, column)}</span>
      <span>{t.words(words)}</span>
      {/* These decide whether the preview follows, and a Chinese text has more of them than of words. */}
      {characters > LIVE_PREVIEW_MAX_CHARS && <span className="ed-wide">{t.characters(characters)}</span>}
      <span className="ed-wide">{kept}</span>
      <span className="grow" />
      {children}
      {lock && <LockSign state={lock} />}
      <ViewSwitch className="ed-short" view={view} onView={onView} words />
    </footer>
  )
}
