import { readBoot } from '../lib/boot.ts'

/** Whether the server is there. */
export const answers = () =>
  fetch(`${readBoot().base}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.ok,
    () => false,
  )
