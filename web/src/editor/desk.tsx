import { type ReactNode, type RefCallback, type RefObject, useEffect, useState } from 'react'
import { useWords } from '../lib/words.ts'
import type { DraftState } from '../writing/drafts.ts'
import { editorWords } from '../writing/editor.words.ts'
import { PreviewNote } from '../writing/notes.tsx'
import { EditorFoot, LiveSwitch } from './foot.tsx'
import { LIVE_PREVIEW_MAX_CHARS, useLongPages } from './long.ts'
import { Preview } from './preview/preview.tsx'
import type { EditingSession } from './sitting.ts'
import { EditorToolbar } from './toolbar/toolbar.tsx'
import type { Editing } from './view.ts'
import { useView, ViewSwitch } from './views.tsx'

function useIsLong(editing: Editing | undefined) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!editing) return
    setLong(editing.view.state.doc.length > LIVE_PREVIEW_MAX_CHARS)
    return editing.listen((update) => setLong(update.state.doc.length > LIVE_PREVIEW_MAX_CHARS))
  }, [editing])
  return long
}

interface Props {
  sitting: EditingSession | undefined
  editing: Editing | undefined
  left: RefObject<HTMLElement | null>
  mount: RefCallback<HTMLDivElement>
  panelPlace: RefObject<HTMLDivElement | null>
  page_id: string
  title: string
  setTitle: (title: string) => void
  draft: DraftState
  notes: ReactNode
}

/** Tools above, the text and its preview side by side, the foot below. */
export function EditorDesk({ sitting, editing, left, mount, panelPlace, page_id, title, setTitle, draft, notes }: Props) {
  const t = useWords(editorWords)
  const [view, setView] = useView()
  const isLong = useIsLong(editing)
  const { keep, told, setKeep, tell, close } = useLongPages(page_id)
  const keepOn = () => setKeep(true)
  const still = isLong && !keep
  const noticed = still && view === 'split' && !told
  useEffect(() => {
    if (noticed) tell()
  })

  return (
    <>
      {sitting ? (
        <EditorToolbar sitting={sitting} idle={view === 'read'}>
          <ViewSwitch className="ed-wide" view={view} onView={setView} />
        </EditorToolbar>
      ) : (
        <div className="ed-tools" />
      )}
      <div className="ed-notes">
        {notes}
        {noticed && <PreviewNote onKeep={keepOn} onClose={close} />}
      </div>
      <div ref={panelPlace} className="ed-find" />
      <main className={`ed-split ed-${view}`}>
        <section ref={left} className="ed-pane ed-left scroll" inert={view === 'read'}>
          <input
            type="text"
            className="ed-name"
            aria-label={t.title}
            placeholder={t.untitled}
            value={title}
            maxLength={255}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              editing?.view.focus()
            }}
            // biome-ignore lint/a11y/noAutofocus: a new page begins with its title
            autoFocus={page_id === '0' && !title}
          />
          <div ref={mount} className="ed-text" />
        </section>
        {editing && (
          <Preview
            editing={editing}
            title={title}
            left={left}
            shown={view !== 'write'}
            live={!still || view === 'read'}
            noticed={noticed}
            onKeepOn={keepOn}
          />
        )}
      </main>
      {editing ? (
        <EditorFoot editing={editing} draft={draft} lock={sitting?.held.state} view={view} onView={setView}>
          {isLong && view === 'split' && <LiveSwitch on={keep} onChange={setKeep} />}
        </EditorFoot>
      ) : (
        <div className="ed-foot" />
      )}
    </>
  )
}
