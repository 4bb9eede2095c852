import { useCallback, useSyncExternalStore } from 'react'
import { ApiError, isError } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { ProxyTooLarge, type Upload } from '../../lib/files/upload.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { attachmentWords } from '../attachment.words.ts'
import { isPicture } from '../file.ts'

/** Errors that a retry cannot fix: a forbidden file type, a file that is too large. */
const isPermanent = (error: unknown) =>
  error instanceof ProxyTooLarge || isError(error, 'fileNotAllowed', 'fileNotAsNamed', 'pictureNotAllowed', 'fileTooLarge', 'tooLarge')

export const isTooMany = (error: unknown) => isError(error, 'tooMany')

const none: readonly Entry<never>[] = []

export const useUploadList = (uploads: UploadList): readonly Entry<unknown>[] =>
  useSyncExternalStore(uploads.subscribe, uploads.list, () => none)

/** Messages for files that cannot be sent or were refused. */
export function useUploadProblems() {
  const t = useWords(attachmentWords)
  const { uploadMaxMb } = useBoot()
  const refuse = useCallback(
    ({ size }: File) => {
      if (size === 0) return t.isEmpty
      return size < uploadMaxMb * 1024 * 1024 ? '' : t.tooLarge(sizeOf(size), uploadMaxMb)
    },
    [t, uploadMaxMb],
  )
  const explain = useCallback(
    (error: unknown, name: string) => {
      const reason = error instanceof ProxyTooLarge ? t.frontTooLarge : error instanceof ApiError ? error.message : String(error)
      return { problem: (isPicture(name) ? t.pictureFailed : t.fileFailed)(reason || t.unknown), again: !isPermanent(error) }
    },
    [t],
  )
  return { refuse, explain }
}

/** Further files wait. */
const UPLOADS_CONCURRENT_MAX = 3

/** After a rate limit error: the pause before the next attempt, and the retries per file. */
const RETRY_DELAY_MS = 10_000
const RETRIES_MAX = 9

/** A file in the upload list; `to` is the target that the caller passed in. */
export interface Entry<To> {
  readonly id: string
  readonly file: File
  readonly to: To
  readonly state: 'waiting' | 'sending' | 'failed' | 'done'
  /** From 0 to 1. */
  readonly sent: number
  /** What went wrong, and whether a retry can help. */
  readonly problem: string
  readonly again: boolean
}

export const isBusy = (list: readonly Entry<unknown>[]) => list.some(({ state }) => state === 'waiting' || state === 'sending')

interface Options<To, Made> {
  send: (file: File, to: To, sent: (bytes: number) => void) => Upload<Made>
  /** The reason not to send the file; empty if it can be sent. */
  refuse: (file: File) => string
  /** The message for a failure, and whether a retry can help. */
  explain: (error: unknown, entry: Entry<To>) => { problem: string; again: boolean }
  /** Whether the server limited the rate: the file is then sent again automatically. */
  tooMany?: (error: unknown) => boolean
  done: (entry: Entry<To>, made: Made) => void
  /** Called when an upload was cancelled, or dismissed after a failure. */
  onDismissed?: (entry: Entry<To>) => void
  /** Uploaded files stay in the list until they are dismissed. */
  keepFinished?: boolean
}

/** Uploads files, a few at a time. A plain store, because screens and the editor both observe it. */
export function createUploads<To, Made>({ send, refuse, explain, tooMany, done, onDismissed, keepFinished = false }: Options<To, Made>) {
  let list: readonly Entry<To>[] = []
  let last = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const cancels = new Map<string, () => void>()
  const tries = new Map<string, number>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Entry<To>[]) => {
    list = next
    for (const notify of listeners) notify()
  }
  const find = (id: string) => list.find((entry) => entry.id === id)
  const change = (id: string, to: Partial<Entry<To>>) => show(list.map((entry) => (entry.id === id ? { ...entry, ...to } : entry)))
  const remove = (id: string) => show(list.filter((entry) => entry.id !== id))

  function next() {
    const waiting = list.find((entry) => entry.state === 'waiting')
    if (!waiting || pause !== undefined || cancels.size >= UPLOADS_CONCURRENT_MAX) return
    void start(waiting)
    next()
  }

  /** Returns a file to the queue; false when it has no attempts left. */
  function wait({ id }: Entry<To>) {
    const tried = (tries.get(id) ?? 0) + 1
    tries.set(id, tried)
    if (tried > RETRIES_MAX) return false
    change(id, { state: 'waiting', sent: 0 })
    pause ??= setTimeout(() => {
      pause = undefined
      next()
    }, RETRY_DELAY_MS)
    return true
  }

  async function start(entry: Entry<To>) {
    const { id, file, to } = entry
    change(id, { state: 'sending', sent: 0, problem: '' })
    try {
      const upload = send(file, to, (bytes) => change(id, { sent: Math.min(1, bytes / file.size) }))
      cancels.set(id, upload.cancel)
      const made = await upload.done
      if (made !== null && find(id)) {
        if (keepFinished) change(id, { state: 'done', sent: 1 })
        else remove(id)
        done(entry, made)
      }
    } catch (error) {
      if (find(id) && !(tooMany?.(error) && wait(entry))) change(id, { state: 'failed', ...explain(error, entry) })
    }
    cancels.delete(id)
    next()
  }

  return {
    list: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(files: { file: File; to: To }[]): Entry<To>[] {
      const entries = files.map(({ file, to }): Entry<To> => {
        last += 1
        const problem = refuse(file)
        return { id: `upload-${last}`, file, to, state: problem ? 'failed' : 'waiting', sent: 0, problem, again: false }
      })
      show([...list, ...entries])
      next()
      return entries
    },
    again(id: string) {
      tries.delete(id)
      change(id, { state: 'waiting' })
      next()
    },
    /** Cancels an upload, or removes a failed or finished one from the list. */
    cancel(id: string) {
      const entry = find(id)
      if (!entry) return
      remove(id)
      cancels.get(id)?.()
      if (entry.state !== 'done') onDismissed?.(entry)
    },
    stop() {
      clearTimeout(pause)
      pause = undefined
      const going = [...cancels.values()]
      show([])
      for (const cancel of going) cancel()
    },
    /** Resolves when no upload is waiting or running. */
    settled: () =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (isBusy(list)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
      }),
  }
}

type Uploads<To> = ReturnType<typeof createUploads<To, never>>

/** The part of the store that lists of uploads use. */
export type UploadList = Pick<Uploads<unknown>, 'list' | 'subscribe' | 'again' | 'cancel'>
