import type { Text } from '@codemirror/state'
import { type ReactNode, type RefCallback, type RefObject, Suspense, useEffect, useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { clock, countWords } from '../lib/format.ts'
import { stored, storedInTab } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import type { DraftState } from '../writing/drafts.ts'
import { editorWords } from '../writing/editor.words.ts'
import type { LockState } from '../writing/lock/lock.ts'
import { LockStatus } from '../writing/lock/signs.tsx'
import { PreviewNote } from '../writing/status.tsx'
import type { View } from './bar/views.tsx'
import { Preview } from './preview/preview.tsx'
import type { EditingSession } from './session.ts'
import { EditorToolbar } from './toolbar/toolbar.tsx'
import { type Editing, useEditorValue } from './view.ts'

// Loaded after the editor, because the text does not need them.
const SlashMenu = lazyPart(() => import('./cursor/slash-menu.tsx').then((module) => module.SlashMenu))
const FenceMenu = lazyPart(() => import('./fence/fence-menu.tsx').then((module) => module.FenceMenu))
const SelectionBubble = lazyPart(() => import('./cursor/bubble.tsx').then((module) => module.SelectionBubble))

/** Above this length the preview no longer follows every keystroke (SPEC 4). */
const LIVE_PREVIEW_MAX_CHARS = 3000
const KEEP_LIVE_KEY = 'sheaf.preview-long'
const noticeSeenKey = (page_id: string) => `sheaf.preview-notice.${page_id}`

/**
 * `keep`: long pages keep their live preview; one choice for all pages. `noticeSeen`: the notice was already shown for
 * this page in this session.
 */
function useLongPages(page_id: string) {
  const [keep, setKeep] = useState(() => stored.read(KEEP_LIVE_KEY) !== null)
  const [noticeSeen, setNoticeSeen] = useState(() => storedInTab.read(noticeSeenKey(page_id)) !== null)
  return {
    keep,
    noticeSeen,
    setKeep: (on: boolean) => {
      if (on) stored.write(KEEP_LIVE_KEY, '1')
      else stored.remove(KEEP_LIVE_KEY)
      setKeep(on)
      // A user who has used the switch does not need the notice.
      setNoticeSeen(true)
    },
    /** The notice is not shown again for this page in this session. */
    rememberNotice: () => void storedInTab.write(noticeSeenKey(page_id), '1'),
    close: () => setNoticeSeen(true),
  }
}

const counted = new WeakMap<Text, number>()

/** The words of a text, counted once. */
function wordsIn(doc: Text) {
  const words = counted.get(doc) ?? countWords(doc.toString())
  counted.set(doc, words)
  return words
}

interface FootProps {
  editing: Editing
  draft: DraftState | undefined
  lock: LockState | undefined
  children?: ReactNode
}

/** Whether the preview of a long page follows every keystroke; one choice for all pages. */
function LiveSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useWords(editorWords)
  return (
    <button type="button" role="switch" aria-checked={on} className="ed-live" onClick={() => onChange(!on)}>
      <span className="knob" aria-hidden="true" />
      {t.livePreview}
    </button>
  )
}

function EditorFoot({ editing, draft, lock, children }: FootProps) {
  const t = useWords(editorWords)
  const place = useEditorValue(editing, (state) => {
    const { head } = state.selection.main
    const line = state.doc.lineAt(head)
    return `${line.number}:${head - line.from + 1}`
  })
  const [line = 1, column = 1] = place.split(':').map(Number)
  const words = useEditorValue(editing, ({ doc }) => wordsIn(doc))
  const characters = useEditorValue(editing, ({ doc }) => doc.length)
  const { draftSeconds } = useBoot()
  const kept =
    draft === undefined
      ? ''
      : draft.kind === 'kept'
        ? t.draftKept(clock(draft.at))
        : draft.kind === 'impossible'
          ? t.draftImpossible
          : t.draftEvery(draftSeconds)
  return (
    <footer className="ed-foot">
      <span>{t.position(line, column)}</span>
      <span>{t.words(words)}</span>
      {/* The number of characters decides whether the preview follows; a Chinese text has more characters than words. */}
      {characters > LIVE_PREVIEW_MAX_CHARS && <span className="ed-wide">{t.characters(characters)}</span>}
      <span className="ed-wide">{kept}</span>
      <span className="grow" />
      {children}
      {lock && <LockStatus state={lock} />}
    </footer>
  )
}

function useIsLong(editing: Editing | undefined) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!editing) return
    const update = () => setLong(editing.view.state.doc.length > LIVE_PREVIEW_MAX_CHARS)
    update()
    return editing.follow(update)
  }, [editing])
  return long
}

interface Props {
  session: EditingSession | undefined
  editing: Editing | undefined
  left: RefObject<HTMLElement | null>
  mount: RefCallback<HTMLDivElement>
  panelPlace: RefObject<HTMLDivElement | null>
  item_id: string
  page_id: string
  title: string
  /** Undefined without drafts. */
  draft: DraftState | undefined
  view: View
  notes: ReactNode
  /** Instead of the toolbar. */
  tools?: ReactNode
  /** Above the text and scrolled with it: the place and the title on a phone. */
  children: ReactNode
}

/** The text under its tools, next to its preview; the status bar at the bottom. */
export function EditorDesk({
  session,
  editing,
  left,
  mount,
  panelPlace,
  item_id,
  page_id,
  title,
  draft,
  view,
  notes,
  tools,
  children,
}: Props) {
  const isLong = useIsLong(editing)
  const { keep, noticeSeen, setKeep, rememberNotice, close } = useLongPages(page_id)
  const keepOn = () => setKeep(true)
  const paused = isLong && !keep
  const noticed = paused && view === 'split' && !noticeSeen
  useEffect(() => {
    if (noticed) rememberNotice()
  })

  return (
    <>
      <div className="ed-notes">
        {notes}
        {noticed && <PreviewNote onKeep={keepOn} onClose={close} />}
      </div>
      <div ref={panelPlace} className="ed-find" />
      <main className={`ed-split ed-${view}`}>
        <div className="ed-half" inert={view === 'read'}>
          {session ? <EditorToolbar session={session} /> : (tools ?? <div className="ed-tools" />)}
          <section ref={left} className="ed-pane ed-left scroll">
            {children}
            <div ref={mount} className="ed-text" />
          </section>
          {session && (
            <Suspense>
              <SlashMenu session={session} />
              <FenceMenu session={session} />
              <SelectionBubble editing={session.editing} />
            </Suspense>
          )}
        </div>
        {editing && (
          <Preview
            editing={editing}
            item_id={item_id}
            page_id={page_id}
            title={title}
            left={left}
            shown={view !== 'write'}
            live={!paused || view === 'read'}
            noticed={noticed}
            onKeepOn={keepOn}
          />
        )}
      </main>
      {editing ? (
        <EditorFoot editing={editing} draft={draft} lock={session?.held.state}>
          {isLong && view === 'split' && <LiveSwitch on={keep} onChange={setKeep} />}
        </EditorFoot>
      ) : (
        <div className="ed-foot" />
      )}
    </>
  )
}
