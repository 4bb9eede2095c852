import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addressOf, api, withoutLoginRedirect } from '../../lib/api.ts'
import { refreshAfter } from '../../lib/changes.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import { threadWords } from '../comment.words.ts'

const UNDO_MS = 10_000

/* Deletions that can still be undone. They are sent even when the panel is closed or another page is open. */
let waiting: ReadonlyMap<string, () => void> = new Map()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function change(edit: (next: Map<string, () => void>) => void) {
  const next = new Map(waiting)
  edit(next)
  waiting = next
  for (const listener of listeners) listener()
}

/* What is left when the window closes is deleted then, with a beacon: a closing tab reliably sends no other request. */
globalThis.addEventListener?.('pagehide', () => {
  for (const end of waiting.values()) end()
})

/** The comments that are hidden because their deletion waits, and a function that deletes one after ten seconds. */
export function useRemoval() {
  const t = useWords(threadWords)
  const queries = useQueryClient()
  const removed = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  )
  const remove = (comment_id: string) => {
    let isOver = false
    const end = () => change((next) => next.delete(comment_id))
    const send = async () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      try {
        await api.comment.delete(withoutLoginRedirect({ comment_id }))
        await refreshAfter(queries, api.comment.delete, {})
      } catch (error) {
        toast(t.notDone, 'bad', { detail: (error as Error).message })
      }
      end()
    }
    const timer = setTimeout(() => void send(), UNDO_MS)
    const sendBeacon = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      navigator.sendBeacon?.(addressOf('comment/delete'), new URLSearchParams({ comment_id }))
    }
    change((next) => next.set(comment_id, sendBeacon))
    const undo = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      end()
    }
    toast(t.removed, 'info', { action: { text: t.undo, run: undo }, durationMs: UNDO_MS })
  }
  return { removed, remove }
}
