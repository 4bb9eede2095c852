import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ResolveTick } from '../comment/resolve/resolve-tick.tsx'
import { useIsUpTo } from '../lib/breakpoints.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { hasSources } from '../reading/bar/entries.tsx'
import { useHasReview } from '../review/save-tick.tsx'
import { SaveTick } from '../truth/save-tick.tsx'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { historyWords } from '../versions/history/history.words.ts'
import { editorWords } from '../writing/editor.words.ts'
import { EditorLeave } from '../writing/leave.tsx'
import type { EditLock } from '../writing/lock/lock.ts'
import { useWritingSession } from '../writing/session.ts'
import { WritingNotes } from '../writing/status.tsx'
import { EditorBar, TitleField } from './bar/bar.tsx'
import { EditorPlace } from './bar/catalog.tsx'
import { MoreMenu } from './bar/more.tsx'
import { useView, ViewSwitch } from './bar/views.tsx'
import { EditorConflict } from './conflict.tsx'
import { replaceText, useTextContent } from './content.ts'
import { EditorDesk } from './desk.tsx'
import type { EditingSession, Opened, PanelName, PanelProps } from './session.ts'
import { EditorUploads, useEditorUploads } from './upload/uploads.tsx'
import { useEditing } from './view.ts'

const panels: Partial<Record<PanelName, ComponentType<PanelProps>>> = {
  files: lazyPart(() => import('./upload/files.tsx').then((module) => module.EditorFiles)),
  library: lazyPart(() => import('./panels/library.tsx').then((module) => module.EditorLibrary)),
  pictures: lazyPart(() => import('./panels/library.tsx').then((module) => module.EditorPictures)),
  history: lazyPart(() => import('./panels/history.tsx').then((module) => module.HistoryPanel)),
  mock: lazyPart(() => import('./panels/mock.tsx').then((module) => module.MockPanel)),
  templates: lazyPart(() => import('./template/dialog.tsx').then((module) => module.TemplateDialog)),
  saveTemplate: lazyPart(() => import('./template/save-dialog.tsx').then((module) => module.TemplateSaveDialog)),
  pageLink: lazyPart(() => import('./link/dialog.tsx').then((module) => module.PageLinkDialog)),
  jsonTable: lazyPart(() => import('./source/json-dialog.tsx').then((module) => module.JsonTableDialog)),
  jsonFormat: lazyPart(() => import('./source/json-dialog.tsx').then((module) => module.JsonFormatDialog)),
  sql: lazyPart(() => import('./source/sql-dialog.tsx').then((module) => module.SqlDialog)),
  shortcuts: lazyPart(() => import('./toolbar/shortcuts.tsx').then((module) => module.EditorShortcuts)),
  newCatalog: lazyPart(() => import('./bar/new-catalog.tsx').then((module) => module.NewCatalogDialog)),
  sort: lazyPart(() => import('./panels/page-order.tsx').then((module) => module.PageSortPanel)),
}

/** The open panel or dialog; each is loaded when it first opens. */
export function EditorPanels({ session }: { session: EditingSession }) {
  const Panel = session.panel && panels[session.panel]
  if (!Panel) return null
  return (
    <Suspense>
      <Panel session={session} onClose={() => session.show(undefined)} />
    </Suspense>
  )
}

/** Ends the screen above the keyboard of a phone, which covers the window without resizing it. */
function useAboveKeyboard() {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { visualViewport: visible } = window
    if (!visible) return
    const fit = () => {
      const isZoomed = visible.scale > 1.01
      const covered = isZoomed ? 0 : innerHeight - visible.height - visible.offsetTop
      screen.current?.style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`)
      screen.current?.style.setProperty('--above', `${isZoomed ? 0 : Math.round(visible.offsetTop)}px`)
    }
    for (const name of ['resize', 'scroll']) visible.addEventListener(name, fit)
    return () => {
      for (const name of ['resize', 'scroll']) visible.removeEventListener(name, fit)
    }
  }, [])
  return screen
}

/** A choice for the next save. `isOn` keeps its identity. */
function useTick() {
  const [on, set] = useState(false)
  const latest = useRef(on)
  latest.current = on
  return { on, set, isOn: useCallback(() => latest.current, []) }
}

/** The text editor of one page. */
export function EditorPage({ opened, sessionKey, held }: { opened: Opened; sessionKey: string; held: EditLock }) {
  const { item, content: start } = opened
  const t = useWords(editorWords)
  const language = useLanguage()
  const left = useRef<HTMLElement>(null)
  const { editing, mount, panelPlace } = useEditing({ doc: start.text, language, label: t.text, hint: t.textHint })
  const content = useTextContent(editing, item, start)
  const accepting = useTick()
  const minor = useTick()
  const checked = useTick()
  const afterSave = useRef<() => void>(undefined)
  const writing = useWritingSession({
    item_id: item.item_id,
    opened,
    content,
    held,
    sessionKey,
    pathOf: (id) => paths.edit(item.item_id, id),
    restoredWords: useWords(historyWords),
    isAccepting: accepting.isOn,
    isMinor: minor.isOn,
    isChecked: checked.isOn,
    onSave: () => {
      // The choices are for one save.
      minor.set(false)
      checked.set(false)
      afterSave.current?.()
    },
  })
  const { page_id, state, save, conflict } = writing
  const hasReview = useHasReview(page_id)

  const isNew = opened.page_id === '0'
  useEffect(() => {
    // Not on a phone, where a focus raises the keyboard over the text.
    if (!isNew && !globalThis.matchMedia?.('(pointer: coarse)').matches) editing?.view.focus()
  }, [editing, isNew])

  const [view, setView] = useView()
  const phone = useIsUpTo('phone')
  const screen = useAboveKeyboard()
  const [panel, show] = useState<PanelName>()
  const files = useEditorUploads(editing, { item_id: item.item_id, page_id })
  const session: EditingSession | undefined = editing && {
    editing,
    item,
    page_id,
    attachment_count: opened.attachment_count,
    panel,
    show,
    save,
    held,
    files,
    version: writing.version,
    read: content.read,
    isDirty: content.isDirty,
    setCatalog: content.setCatalog,
    replace({ title, text }) {
      replaceText(editing, text)
      content.setTitle(title)
    },
  }

  const head = (
    <>
      <EditorPlace item={item} value={content.cat_id} onChange={content.setCatalog} />
      <TitleField {...{ page_id, editing }} title={content.title} setTitle={content.setTitle} />
    </>
  )
  return (
    <div ref={screen} className="ed">
      <title>{content.title ? t.editing(content.title) : t.newPage}</title>
      <EditorBar
        {...{ item, page_id, state }}
        dirty={content.dirty}
        lock={held.state}
        conflict={conflict !== undefined}
        onSave={writing.saveNow}
        minor={minor}
        checked={hasReview ? checked : undefined}
        tools={
          <>
            <ViewSwitch view={view} onView={setView} />
            {session && <MoreMenu session={session} />}
          </>
        }
      >
        {!phone && head}
      </EditorBar>
      <EditorDesk
        {...{ session, editing, left, mount, panelPlace, item_id: item.item_id, page_id, view, title: content.title, draft: writing.draft }}
        notes={
          <>
            <WritingNotes {...writing.notes} />
            {hasSources(item) && <SaveTick page_id={page_id} isOn={accepting.on} onChange={accepting.set} />}
            {content.onPause && (
              <ResolveTick {...{ page_id, afterSave }} saved={content.savedText} text={content.text} onPause={content.onPause} />
            )}
          </>
        }
      >
        {phone && <div className="ed-head">{head}</div>}
      </EditorDesk>
      {session && <EditorPanels session={session} />}
      <EditorUploads files={files} hidden={panel === 'files'} />
      <EditorLeave dirty={content.dirty || files.busy} {...writing.leave} onSave={() => files.settled().then(() => save())} />
      {conflict && <EditorConflict item_id={item.item_id} {...conflict} />}
    </div>
  )
}
