import { isolateHistory } from '@codemirror/commands'
import { Text } from '@codemirror/state'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { hasCatalog } from '../tree/item-tree.ts'
import { textChanges } from '../versions/merge/merge.ts'
import type { Content } from '../writing/saver.ts'
import type { WrittenContent } from '../writing/session.ts'
import type { Opened } from './session.ts'
import type { Editing } from './view.ts'

/** Replaces the whole text; one undo step restores the previous text. */
export function replaceText({ view }: Editing, text: string) {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: isolateHistory.of('full'),
  })
}

const asText = (text: string) => Text.of(text.split('\n'))

/** Title, catalog and text being edited, and whether they differ from the last save. The adapter of the text editor for a writing session. */
export function useTextContent(editing: Editing | undefined, item: Opened['item'], start: Content) {
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

  const now = useRef({ title, cat_id, saved })
  now.current = { ...now.current, title, cat_id }

  const read = useCallback((): Content => ({ title: now.current.title, cat_id: now.current.cat_id, text: doc.current.toString() }), [])
  /** Does not wait for a render, so that a save is known to drafts immediately. */
  const isDirty = useCallback(() => {
    const { title, cat_id, saved } = now.current
    return title !== saved.title || cat_id !== saved.cat_id || !doc.current.eq(saved.doc)
  }, [])
  /** Records what the server has now; text typed during the save stays unsaved. A title that the server chose is adopted. */
  const markSaved = useCallback((content: Content) => {
    const next = { title: content.title, cat_id: content.cat_id, doc: asText(content.text) }
    now.current.saved = next
    setSaved(next)
    if (now.current.title.trim()) return
    now.current.title = content.title
    setTitle(content.title)
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

  const restore = useCallback(
    (draft: Content) => {
      if (!editing) return
      replaceText(editing, draft.text)
      setTitle(draft.title)
      // The page may have moved to another item since the draft was written.
      if (hasCatalog(item.menu, draft.cat_id)) setCatalog(draft.cat_id)
      editing.view.focus()
    },
    [editing, item],
  )

  const onPause = useMemo(() => editing && ((pauseMs: number, onIdle: () => void) => editing.onPause(() => pauseMs, onIdle)), [editing])
  const adapter: WrittenContent = { isReady: editing !== undefined, isDirty, read, write, restore, markSaved, onPause }
  const savedText = useCallback(() => now.current.saved.doc.toString(), [])
  const text = useCallback(() => doc.current.toString(), [])
  return { ...adapter, text, savedText, title, setTitle, cat_id, setCatalog, dirty }
}
