import './resolve.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { resolveWords } from '../comment.words.ts'
import type { Thread } from '../thread.ts'
import type { TextChange } from './changed-places.ts'

/** Pause in milliseconds after the last keystroke. */
const PAUSE_MS = 800
/** Longer pages are compared too slowly to be of use here. */
const CHARS_MAX = 500_000

/** Time limit for one comparison in milliseconds, the start of the worker included. */
const COMPARE_TIMEOUT_MS = 10_000

/** Fallback without workers, in an old browser or a test. */
async function compareWithoutWorker(change: TextChange) {
  const { changedPlaces } = await import('./changed-places.ts')
  return changedPlaces(change)
}

/** `changedPlaces` outside of the main thread. No place has changed when the comparison takes too long or fails. */
function findChanged(change: TextChange): Promise<number[]> {
  if (typeof Worker === 'undefined') return compareWithoutWorker(change)
  const worker = new Worker(new URL('./changed.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number[]>((resolve) => {
    const finish = (places: number[]) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(places)
    }
    const timer = setTimeout(() => finish([]), COMPARE_TIMEOUT_MS)
    worker.onmessage = ({ data }: MessageEvent<number[]>) => finish(data)
    worker.onerror = () => finish([])
    worker.postMessage(change)
  })
}

/** Threads whose words are at a known place of the text that the editor loaded or saved last. */
const isPlaced = ({ state, may_resolve, place, place_length }: Thread) =>
  state === 'open' && may_resolve && (place === 'fixed' || place === 'moved') && place_length !== '0'

interface Props {
  page_id: string
  /** The text that the server has, and the text now. The functions keep their identity. */
  saved: () => string
  text: () => string
  /** Calls back when the author has paused for this time after a change; returns how to stop. */
  onPause: (pauseMs: number, onIdle: () => void) => () => void
  /** Called after each save. */
  afterSave: RefObject<(() => void) | undefined>
}

/** Open threads about lines that differ from the saved text. */
function useChangedThreads({ page_id, saved, text, onPause }: Omit<Props, 'afterSave'>): string[] {
  const { data } = useQuery({
    ...read(api.comment.getList, withoutLoginRedirect({ page_id, state: 'open', since: '' })),
    enabled: page_id !== '0',
    retry: false,
  })
  const placed = useMemo(() => data?.threads.filter(isPlaced) ?? [], [data])
  const [changed, setChanged] = useState<string[]>([])
  useEffect(() => {
    setChanged([])
    if (placed.length === 0) return
    let run = 0
    const compare = async () => {
      const mine = ++run
      const [before, after] = [saved(), text()]
      if (before.length + after.length > CHARS_MAX) return
      const places = placed.map(({ place_at, place_length }) => ({ at: Number(place_at), length: Number(place_length) }))
      const found = before === after ? [] : await findChanged({ before, after, places })
      if (mine === run) setChanged(found.flatMap((n) => placed[n]?.thread_id ?? []))
    }
    void compare()
    const stop = onPause(PAUSE_MS, () => void compare())
    return () => {
      run = -1
      stop()
    }
  }, [placed, saved, text, onPause])
  return changed
}

/** "Resolve 2 comments here", at the save of lines that comments are about; nothing otherwise. */
export function ResolveTick({ afterSave, ...props }: Props) {
  const t = useWords(resolveWords)
  const queries = useQueryClient()
  const [isOn, setOn] = useState(false)
  const ids = useChangedThreads(props)
  const count = ids.length
  useEffect(() => {
    if (count === 0) setOn(false)
  }, [count])
  useEffect(() => {
    const resolve = async () => {
      setOn(false)
      if (isOn) {
        const results = await Promise.allSettled(ids.map((thread_id) => api.comment.resolve({ thread_id })))
        const failed = results.find((result) => result.status === 'rejected')
        if (failed) toast(t.notResolved(String(failed.reason.message)), 'bad')
        else toast(t.resolvedHere(ids.length), 'ok')
      }
      void queries.invalidateQueries({ queryKey: ['comment'] })
    }
    afterSave.current = () => void resolve()
    return () => {
      afterSave.current = undefined
    }
  }, [afterSave, ids, isOn, queries, t])
  if (count === 0) return null
  return (
    <section className="line-note info cm-resolve" aria-label={t.title}>
      <span>{t.changedHere(count)}</span>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        {t.resolveHere(count)}
      </label>
    </section>
  )
}
