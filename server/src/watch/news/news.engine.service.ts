import { randomHex } from '../../auth/secrets.ts'
import { onChangesAnnounced } from '../../change/finding/finding.service.ts'
import type { Services } from '../../context.ts'
import { onNewsNoted } from '../../notice/news-event.store.ts'
import { repeatedly } from '../../runtime/loop.ts'
import { makeNews } from './news.service.ts'
import { releaseNews } from './news.store.ts'

/** Without a sign: notices, and what other servers have left. */
const POLL_MS = 5000
const LEAST_MS = 300

/** Makes news from now on. Returns a function that ends it. */
export function keepMakingNews(services: Pick<Services, 'store' | 'log'>, clock: () => Promise<number> | number): () => Promise<void> {
  const owner = randomHex(8)
  let isFresh = true
  let last = 0
  const wake = () => {
    isFresh = true
  }
  const endings = [onChangesAnnounced(wake), onNewsNoted(wake)]
  const end = repeatedly(
    LEAST_MS,
    async (signal) => {
      if (!isFresh && performance.now() - last < POLL_MS) return
      isFresh = false
      last = performance.now()
      await makeNews(services, owner, clock, signal)
    },
    (error) => services.log.error({ err: error }, 'news not made'),
  )
  return async () => {
    for (const stop of endings) stop()
    await end()
    await releaseNews(services, owner)
  }
}
