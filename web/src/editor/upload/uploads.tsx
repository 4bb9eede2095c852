import './upload.css'
import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { attachmentWords } from '../../attachment/attachment.words.ts'
import { isPicture, markdownOf } from '../../attachment/file.ts'
import { send, type UploadedFile } from '../../attachment/upload/send.ts'
import { UploadRows } from '../../attachment/upload/upload-rows.tsx'
import { createUploads, isBusy, isTooMany, type UploadList, useUploadList, useUploadProblems } from '../../attachment/upload/uploads.ts'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { uploadWords } from '../tools.words.ts'
import type { Editing } from '../view.ts'
import { fileEvents, isPasted, useFileDrag } from './events.ts'
import { dropMark, fillMark, putMarks, showMarks } from './marks.ts'

/** Holds the files of an unsaved page until the page has an id, and keeps the list of its files current. */
function useBinding(page_id: string) {
  const t = useWords(attachmentWords)
  const queries = useQueryClient()
  const pending = useRef<string[]>([])
  const now = useRef(page_id)
  now.current = page_id

  const bindAll = useCallback(async () => {
    const page_id = now.current
    if (page_id === '0') return
    const failed: string[] = []
    for (const file_id of pending.current.splice(0))
      await api.attachment.bindingPage(withoutLoginRedirect({ file_id, page_id })).catch(() => failed.push(file_id))
    pending.current.push(...failed)
    if (failed.length) toast(t.notBound, 'bad', { action: { text: t.again, run: () => void bindAll() } })
    void queries.invalidateQueries({ queryKey: ['attachment'] })
    // Fetched even if the list is not open: the count in the bar depends on it.
    await queries.fetchQuery({ ...read(api.page.uploadList, { page_id }), staleTime: 0 }).catch(() => {})
  }, [queries, t])

  useEffect(() => {
    if (page_id !== '0' && pending.current.length) void bindAll()
  }, [page_id, bindAll])

  return {
    /** An upload has finished; with an id, the file is not bound to the page yet. */
    settle: useCallback(
      (file_id: string | undefined) => {
        if (file_id) pending.current.push(file_id)
        void bindAll()
      },
      [bindAll],
    ),
    /** Attaches one of the user's own files to the page, now or at its first save. */
    bind: useCallback(
      async (file_id: string) => {
        if (now.current === '0') pending.current.push(file_id)
        else await api.attachment.bindingPage(withoutLoginRedirect({ file_id, page_id: now.current }))
        await bindAll()
      },
      [bindAll],
    ),
  }
}

/** The upload list in the corner, and the drop hint over the text while files are dragged there. */
export function EditorUploads({ files: { uploads, over }, hidden }: { files: PageUploads; hidden: boolean }) {
  const t = useWords(uploadWords)
  const any = useUploadList(uploads).length > 0
  return (
    <>
      {any && !hidden && (
        <div className="ed-uploads">
          <UploadRows uploads={uploads} />
        </div>
      )}
      {over && (
        <div className="ed-over" style={{ left: over.left, top: over.top, width: over.width, height: over.height }}>
          <span>
            <Paperclip className="i" aria-hidden="true" />
            <b>{t.dropHere}</b>
            {t.dropHint}
          </span>
        </div>
      )}
    </>
  )
}

/** 'text': linked at its mark; 'page': an attachment only. */
type UploadTarget = 'text' | 'page'

export interface PageUploads {
  uploads: UploadList
  busy: boolean
  /** Resolves when no upload is running. */
  settled: () => Promise<void>
  /** Uploads files and links them in the text, at `at` or at the cursor. */
  toText: (files: File[], at?: number) => void
  toPage: (files: File[]) => void
  /** Attaches an existing file to the page, now or at its first save. */
  bind: (file_id: string) => Promise<void>
  /** The drop area while files are dragged over it. */
  over: DOMRect | undefined
}

interface Place {
  item_id: string
  page_id: string
}

/** The uploads of one editing session. Files uploaded to an unsaved page are bound to it after its first save. */
export function useEditorUploads(editing: Editing | undefined, place: Place): PageUploads {
  const { refuse, explain } = useUploadProblems()
  const now = useRef({ place, view: editing?.view })
  now.current = { place, view: editing?.view }
  const { settle, bind } = useBinding(place.page_id)

  const [uploads] = useState(() => {
    const sentFor = new Map<File, string>()
    return createUploads<UploadTarget, UploadedFile>({
      send: (file, to, sent) => {
        // A repetition has the place of the first try, also when the page has been created meanwhile: only then is it the same upload.
        const { item_id } = now.current.place
        const page_id = sentFor.get(file) ?? now.current.place.page_id
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
      onDismissed: ({ id }) => now.current.view && dropMark(now.current.view, id),
    })
  })

  const toText = useCallback(
    (files: File[], at?: number) => {
      const { view } = now.current
      if (!view || !files.length) return
      const entries = uploads.add(files.map((file) => ({ file, to: 'text' as const })))
      const ids = entries.filter(({ state }) => state !== 'failed').map(({ id }) => id)
      showMarks(view, uploads)
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
    const extension = fileEvents({ isInner: () => inner.current, take: toText })
    editing.view.dispatch({ effects: StateEffect.appendConfig.of(extension) })
  }, [editing, toText, inner])

  const busy = isBusy(useUploadList(uploads))
  useEffect(() => () => uploads.stop(), [uploads])

  return { uploads, busy, settled: uploads.settled, toText, toPage, bind, over }
}
