import { isolateHistory } from '@codemirror/commands'
import { Text } from '@codemirror/state'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { hasCatalog } from '../tree/item-tree.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { toast } from '../ui/toast.tsx'
import { historyWords } from '../versions/history/history.words.ts'
import { useConflictResolution } from '../versions/merge/settle.ts'
import { textChanges } from '../versions/merge/text.ts'
import { type Draft, useDrafts } from '../writing/drafts.ts'
import { editorWords } from '../writing/editor.words.ts'
import { EditorLeave, type PendingNavigation } from '../writing/leave.tsx'
import type { EditLock } from '../writing/lock/lock.ts'
import { LockNote } from '../writing/lock/signs.tsx'
import { type Content, createSaver } from '../writing/saver.ts'
import { type SavedOutcome, useSaveWhen, useSaving } from '../writing/saving.ts'
import { DraftNote, SaveNote } from '../writing/status.tsx'
import { EditorConflict } from './conflict.tsx'
import { EditorDesk } from './desk.tsx'
import { EditorCatalog } from './place/catalog.tsx'
import type { EditingSession, Opened, PanelName, PanelProps } from './session.ts'
import { EditorActions, EditorTop } from './top.tsx'
import { EditorUploads, useEditorUploads } from './upload/uploads.tsx'
import { type Editing, useEditing } from './view.ts'

const asText = (text: string) => Text.of(text.split('\n'))

/** Title, catalog and text being edited, and whether they differ from the last save. */
function useContent(editing: Editing | undefined, start: Content) {
  const [title, setTitle] = useState(start.title)
  const [cat_id, setCatalog] = useState(start.cat_id)
  const [textDiffers, setTextDiffers] = useState(false)
  const [saved, setSaved] = useState({ title: start.title, cat_id: start.cat_id, doc: asText(start.text) })
  const doc = useRef(saved.doc)
  const dirty = textDiffers || title !== saved.title || cat_id !== saved.cat_id

  useEffect(() => {
    if (!editing) return
    const compare = (now: Text) => {
      doc.current = now
      setTextDiffers(!now.eq(saved.doc))
    }
    compare(editing.view.state.doc)
    return editing.listen((update) => update.docChanged && compare(update.state.doc))
  }, [editing, saved])

  const now = useRef({ title, cat_id, dirty })
  now.current = { title, cat_id, dirty }

  const read = useCallback((): Content => ({ title: now.current.title, cat_id: now.current.cat_id, text: doc.current.toString() }), [])
  const isDirty = useCallback(() => now.current.dirty, [])
  /** Records what the server has now; text typed during the save stays unsaved. A title that the server chose is adopted. */
  const markSaved = useCallback((content: Content) => {
    if (!now.current.title.trim()) setTitle(content.title)
    const next = { title: content.title, cat_id: content.cat_id, doc: asText(content.text) }
    const { title, cat_id } = now.current
    now.current.dirty = !doc.current.eq(next.doc) || cat_id !== next.cat_id || (title.trim() !== '' && title !== next.title)
    setSaved(next)
  }, [])

  /** Replaces the content; `read` returns it immediately. The cursor keeps its position. */
  const write = useCallback(
    (next: Content) => {
      if (!editing) return
      const { view } = editing
      view.dispatch({ changes: textChanges(view.state.doc, next.text), annotations: isolateHistory.of('full') })
      setTitle(next.title)
      setCatalog(next.cat_id)
      now.current = { ...now.current, title: next.title, cat_id: next.cat_id }
    },
    [editing],
  )

  return { title, setTitle, cat_id, setCatalog, dirty, isDirty, read, write, markSaved }
}

/** Replaces the whole text; one undo step restores the previous text. */
function replaceText({ view }: Editing, text: string) {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: isolateHistory.of('full'),
  })
}

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

interface Options {
  opened: Opened
  sessionKey: string
  ready: boolean
  write: (content: Content) => void
}

/** Replaces the current text once with the version that the address names; it is not saved yet. */
function useRestored({ opened, sessionKey, ready, write }: Options) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    const { restored, content, item, page_id } = opened
    if (!ready || !restored || done.current) return
    done.current = true
    // Restoring a version does not move the page to another catalog.
    write({ ...restored, cat_id: content.cat_id })
    toast(t.restored(longDate(Number(restored.addtime), language)), 'ok', { detail: t.restoredDetail })
    // After a reload the draft must win over the version in the address.
    void navigate(paths.edit(item.item_id, page_id), { replace: true, state: { editor: sessionKey } })
  }, [opened, sessionKey, ready, write, t, language, navigate])
}

const SINGLE_PAGE = '2'

/** One editing session of one page, from opening to leaving; it survives a new page getting its id. */
export function EditorPage({ opened, sessionKey, held }: { opened: Opened; sessionKey: string; held: EditLock }) {
  const { item, content: start } = opened
  const { lock } = held
  const t = useWords(editorWords)
  const language = useLanguage()
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const left = useRef<HTMLElement>(null)
  const [page_id, setPageId] = useState(opened.page_id)
  const version = useRef(opened.version)
  const [saver] = useState(() => createSaver(item.item_id, opened))

  const { editing, mount, panelPlace } = useEditing({ doc: start.text, language, label: t.text, hint: t.textHint })
  const content = useContent(editing, start)
  const drafts = useDrafts({
    place: { uid: account?.uid ?? '', item_id: item.item_id, page_id },
    loaded: start,
    version: useCallback(() => version.current, []),
    read: content.read,
    isDirty: content.isDirty,
    listen: editing?.listen,
  })

  const { markSaved, isDirty } = content
  const onSaved = useCallback(
    (outcome: SavedOutcome) => {
      version.current = outcome.version
      markSaved(outcome.content)
      drafts.clear()
      for (const queryRoot of ['page', 'item']) void queries.invalidateQueries({ queryKey: [queryRoot] })
      if (outcome.page_id === page_id) return
      setPageId(outcome.page_id)
      lock.hold(outcome.page_id)
      void navigate(paths.edit(item.item_id, outcome.page_id), { replace: true, state: { editor: sessionKey } })
    },
    [markSaved, drafts.clear, queries, page_id, navigate, item.item_id, sessionKey, lock],
  )
  const same = useCallback(() => page_id !== '0' && !isDirty(), [page_id, isDirty])
  const { state, save, conflict, closeConflict } = useSaving({ saver, content: content.read, same, onSaved })
  const saveNow = useCallback(() => void save(), [save])
  const pendingNavigation = useRef<PendingNavigation>(undefined)
  const settling = useConflictResolution({
    content,
    saver,
    version,
    keepDraft: drafts.setAside,
    save,
    closeConflict,
    pendingNavigation: pendingNavigation,
  })
  useRestored({ opened, sessionKey, ready: !!editing, write: content.write })

  useEffect(() => lock.enter(), [lock])

  const isNew = opened.page_id === '0'
  useEffect(() => {
    // Not on a phone, where a focus raises the keyboard over the text.
    if (!isNew && !globalThis.matchMedia?.('(pointer: coarse)').matches) editing?.view.focus()
  }, [editing, isNew])

  useSaveWhen(state.kind, saveNow)

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
    version: () => version.current,
    read: content.read,
    isDirty: content.isDirty,
    replace({ title, text }) {
      replaceText(editing, text)
      content.setTitle(title)
    },
  }

  const restore = (draft: Draft) => {
    if (!editing) return
    replaceText(editing, draft.text)
    content.setTitle(draft.title)
    // The page may have moved to another item since the draft was written.
    if (hasCatalog(item.menu, draft.cat_id)) content.setCatalog(draft.cat_id)
    if (draft.version) {
      saver.rebase(draft.version)
      version.current = draft.version
    }
    drafts.settle()
    editing.view.focus()
  }

  return (
    <div className="ed">
      <title>{content.title ? t.editing(content.title) : t.newPage}</title>
      <EditorTop
        {...{ item, page_id, state }}
        dirty={content.dirty}
        onSave={saveNow}
        actions={session && <EditorActions session={session} />}
      >
        {item.item_type !== SINGLE_PAGE && <EditorCatalog item={item} value={content.cat_id} onChange={content.setCatalog} />}
      </EditorTop>
      <EditorDesk
        {...{ session, editing, left, mount, panelPlace, page_id, title: content.title, setTitle: content.setTitle, draft: drafts.state }}
        notes={
          <>
            <SaveNote state={state} onSave={saveNow} />
            <LockNote state={held.state} />
            {drafts.offer && (
              <DraftNote draft={drafts.offer} onRestore={() => drafts.offer && restore(drafts.offer)} onDiscard={drafts.discard} />
            )}
          </>
        }
      />
      {session && <EditorPanels session={session} />}
      <EditorUploads files={files} hidden={panel === 'files'} />
      <EditorLeave
        dirty={content.dirty || files.busy}
        session={sessionKey}
        onSave={() => files.settled().then(() => save())}
        pendingNavigation={pendingNavigation}
      />
      {conflict && (
        <EditorConflict {...{ page_id, ...settling }} item_id={item.item_id} newer={conflict} origin={saver.origin()} mine={content.read} />
      )}
    </div>
  )
}
