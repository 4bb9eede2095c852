import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isPicture, markdownOf } from '../../attachment/file.ts'
import { send, type UploadedFile } from '../../attachment/upload/send.ts'
import { createUploads, isBusy, type UploadList } from '../../attachment/upload/uploads.ts'
import { isTooMany, useUploadList, useUploadProblems } from '../../attachment/upload/use-uploads.ts'
import type { Editing } from '../view.ts'
import { useBinding } from './binding.ts'
import { useFileDrag } from './drag.ts'
import { fileEvents, isPasted } from './events.ts'
import { dropMark, fillMark, markChips, marks, putMarks } from './marks.ts'

/** 'text': it is linked where its place is; 'page': it becomes an attachment only. */
type To = 'text' | 'page'

export interface PageUploads {
  uploads: UploadList
  busy: boolean
  /** When nothing is on its way any more. */
  settled: () => Promise<void>
  /** Uploads them and links them in the text, at `at` or at the cursor. */
  toText: (files: File[], at?: number) => void
  toPage: (files: File[]) => void
  /** A file that exists already is put on the page, now or with its first save. */
  bind: (file_id: string) => Promise<void>
  /** The part of the screen files are held over. */
  over: DOMRect | undefined
}

interface Place {
  item_id: string
  page_id: string
}

/** What is uploaded during one sitting. Pictures and files of a page without an id are put on it after its first save. */
export function useEditorUploads(editing: Editing | undefined, place: Place): PageUploads {
  const { refuse, explain } = useUploadProblems()
  const now = useRef({ place, view: editing?.view })
  now.current = { place, view: editing?.view }
  const { settle, bind } = useBinding(place.page_id)

  const [uploads] = useState(() => {
    const sentFor = new Map<File, string>()
    return createUploads<To, UploadedFile>({
      send: (file, to, sent) => {
        const { item_id, page_id } = now.current.place
        sentFor.set(file, page_id)
        return send(to === 'text' && isPicture(file.name) ? 'picture' : 'file', file, { item_id, page_id }, sent)
      },
      refuse,
      explain: (error, { file }) => explain(error, file.name),
      tooMany: isTooMany,
      done: ({ id, file, to }, { url, file_id }) => {
        const { view } = now.current
        if (view && to === 'text') fillMark(view, id, markdownOf(isPasted(file) ? '' : file.name, url, isPicture(file.name)))
        settle(sentFor.get(file) === '0' ? file_id : undefined)
      },
      gone: ({ id }) => now.current.view && dropMark(now.current.view, id),
    })
  })

  const toText = useCallback(
    (files: File[], at?: number) => {
      const { view } = now.current
      if (!view || !files.length) return
      const entries = uploads.add(files.map((file) => ({ file, to: 'text' as const })))
      const ids = entries.filter(({ state }) => state !== 'failed').map(({ id }) => id)
      putMarks(view, ids, at)
    },
    [uploads],
  )
  const toPage = useCallback((files: File[]) => void uploads.add(files.map((file) => ({ file, to: 'page' as const }))), [uploads])

  const { over, inner } = useFileDrag(editing, toText)
  const installed = useRef<EditorView>(undefined)
  useEffect(() => {
    if (!editing || installed.current === editing.view) return
    installed.current = editing.view
    const extension = [marks, markChips(uploads), fileEvents({ isInner: () => inner.current, take: toText })]
    editing.view.dispatch({ effects: StateEffect.appendConfig.of(extension) })
  }, [editing, uploads, toText, inner])

  const busy = isBusy(useUploadList(uploads))
  useEffect(() => () => uploads.stop(), [uploads])

  return { uploads, busy, settled: uploads.settled, toText, toPage, bind, over }
}
