import type { Services } from '../context.ts'

/** Seconds after which work without a heartbeat counts as dead. */
const JOB_STALE_SECONDS = 30
const HEARTBEAT_MS = 5000

/** Whether the last heartbeat of a job is too old. */
export const isStale = (addtime: number, now: number) => addtime < now - JOB_STALE_SECONDS

/** Sends heartbeats, so that requests to other processes see that the job is running. Returns a function that stops them. */
export function startHeartbeat({ store, now, log }: Pick<Services, 'store' | 'now' | 'log'>, uid: number, request_id: string): () => void {
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
