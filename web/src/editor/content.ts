import { isolateHistory } from '@codemirror/commands'
import { Text } from '@codemirror/state'
import { useCallback, useEffect, useRef, useState } from 'react'
import { textChanges } from '../versions/merge/text.ts'
import type { Content } from '../writing/saver.ts'
import type { Editing } from './view.ts'

const asText = (text: string) => Text.of(text.split('\n'))

/** Title, catalog and text as they are being written, and whether they differ from what was saved last. */
export function useContent(editing: Editing | undefined, start: Content) {
  const [title, setTitle] = useState(start.title)
  const [cat_id, setCatalog] = useState(start.cat_id)
  const [textDiffers, setTextDiffers] = useState(false)
  const [saved, setSaved] = useState({ title: start.title, cat_id: start.cat_id, doc: asText(start.text) })
  const doc = useRef(saved.doc)
  const dirty = textDiffers || title !== saved.title || cat_id !== saved.cat_id

  useEffect(() => {
    if (!editing) return
    const look = (now: Text) => {
      doc.current = now
      setTextDiffers(!now.eq(saved.doc))
    }
    look(editing.view.state.doc)
    return editing.listen((update) => update.docChanged && look(update.state.doc))
  }, [editing, saved])

  const now = useRef({ title, cat_id, dirty })
  now.current = { title, cat_id, dirty }

  const read = useCallback((): Content => ({ title: now.current.title, cat_id: now.current.cat_id, text: doc.current.toString() }), [])
  const isDirty = useCallback(() => now.current.dirty, [])
  /** What the server has now; what was typed during the save stays unsaved. A title it gave itself is taken over. */
  const markSaved = useCallback((content: Content) => {
    if (!now.current.title.trim()) setTitle(content.title)
    const next = { title: content.title, cat_id: content.cat_id, doc: asText(content.text) }
    const { title, cat_id } = now.current
    now.current.dirty = !doc.current.eq(next.doc) || cat_id !== next.cat_id || (title.trim() !== '' && title !== next.title)
    setSaved(next)
  }, [])

  /** Another content in the place of what is written, at once for whoever reads it next; the cursor keeps its place. */
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

/** Puts a whole other text in; one step back brings the old one. */
export function replaceText({ view }: Editing, text: string) {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: isolateHistory.of('full'),
  })
}
