import { Check, CircleAlert } from 'lucide-react'
import { clock } from '../lib/format/dates.ts'
import { useWords } from '../lib/words.ts'
import { editorWords } from './editor.words.ts'
import { hasFailed, type SaveState } from './saving.ts'

type Words = (typeof editorWords)['en']

export const failureText = (state: SaveState, t: Words) => {
  if (state.kind === 'offline') return t.offline(clock(state.since))
  if (state.kind === 'refused') return t.refused(state.message)
  return t.loggedOut
}

/** In full, and as a phone has room for it. */
function statusText(state: SaveState, dirty: boolean, t: Words): [text: string, short: string] {
  if (state.kind === 'saving') return [t.saving, t.saving]
  if (dirty) return [t.unsaved, t.unsavedShort]
  if (state.kind === 'saved') return [t.saved(clock(state.at)), t.savedShort]
  return state.kind === 'same' ? [t.same, t.sameShort] : ['', '']
}

/** How it stands with saving, in words; on a phone a failure says the rest in a line of its own. */
export function SaveStatus({ state, dirty }: { state: SaveState; dirty: boolean }) {
  const t = useWords(editorWords)
  if (hasFailed(state))
    return (
      <span className="ed-state bad" role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        <span className="ed-wide">{state.kind === 'loggedOut' ? t.notSaved : failureText(state, t)}</span>
        <span className="ed-short">{t.notSaved}</span>
      </span>
    )
  const [text, short] = statusText(state, dirty, t)
  const done = !dirty && state.kind === 'saved'
  return (
    <span className="ed-state" role="status">
      {done && <Check className="i ok" aria-hidden="true" />}
      {dirty && state.kind !== 'saving' && <span className="ed-dot" />}
      <span className="ed-said" data-short={short}>
        {text}
      </span>
    </span>
  )
}
