import type { Services } from '../context.ts'

/** Seconds after which work that says nothing more is taken for dead, with its process. */
const JOB_STALE_SECONDS = 30
const HEARTBEAT_MS = 5000

/** Whether a note of work under way is too old to be true. */
export const isSilent = (addtime: number, now: number) => addtime < now - JOB_STALE_SECONDS

/** While the function that comes back has not been called, whoever asks at another process knows that it goes on here. */
export function keepBeating({ store, now, log }: Pick<Services, 'store' | 'now' | 'log'>, uid: number, request_id: string): () => void {
  if (!request_id) return () => {}
  const touch = () =>
    store.db
      .updateTable('job')
      .set({ addtime: now() })
      .where('uid', '=', uid)
      .where('request_id', '=', request_id)
      .execute()
      .catch((error: Error) => log.error({ err: error }, 'progress'))
  const timer = setInterval(touch, HEARTBEAT_MS).unref()
  return () => clearInterval(timer)
}
