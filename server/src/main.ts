import { fileURLToPath } from 'node:url'
import { startReadCounter } from './admin/day-count.ts'
import { keepDeliveringAsks } from './ask/ask.deliver.service.ts'
import { keepFinding } from './change/finding/finding.service.ts'
import { keepPlaces } from './comment/place/place.service.ts'
import { completeIndex } from './db/search/backlog.ts'
import { keepTidy } from './retention/retention.ts'
import { readConfig, SWITCH_EXIT_CODE, supervisorRoot } from './runtime/config.ts'
import { limitHeapGrowth, sweepWhenQuiet } from './runtime/sweep.ts'
import { makeServer, type Server } from './server.ts'
import { keepFetching } from './source/fetch/source.fetch.service.ts'
import { keepRenewing } from './source/shared/source.shared.service.ts'
import { mustBeUsable, restrictPermissions, restrictUmask } from './storage/disk.ts'
import { claimFolder } from './storage/only-server.ts'
import { keepMailing } from './watch/mail/send.service.ts'
import { keepMakingNews } from './watch/news/news.engine.service.ts'
import { keepDelivering, sharedClock } from './webhook/delivery/engine.service.ts'

const SHUTDOWN_GRACE_MS = 20_000
/** The milliseconds without a request after which the memory of the start is freed. */
const SWEEP_DELAY_MS = 1000

/** better-sqlite3 crashes an older Node without a message, so this check reports the reason (docs/decisions/0001). */
function mustBeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 14)) return
  throw new Error(`Node ${process.versions.node} is too old for the server. Run "npm start", which brings Node 24, or install Node 24.`)
}

async function main() {
  mustBeNewEnough()
  const forbidden = restrictUmask()
  const config = readConfig(process.env)
  const open = await restrictPermissions(config.DATA_DIR, forbidden)
  const dist = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../dist' : '..', import.meta.url))
  await mustBeUsable(config)
  claimFolder(config)
  const server = await makeServer(config, dist)
  if (open.length > 0) server.services.log.warn({ open }, 'other users of this machine may read these in DATA_DIR')
  await server.app.listen({ port: config.PORT, host: config.HOST })
  // After the start, which would take a tenth longer with more collections; sweepWhenQuiet frees what it leaves.
  limitHeapGrowth()
  const port = portOf(server.app.server.address())
  const ready = () => process.send?.({ ready: `http://127.0.0.1:${port}${config.BASE_PATH}/healthz` })
  // A trial run of a new version only starts and stops; it runs no background jobs.
  if (process.env['SHEAF_TRIAL']) {
    for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => void server.close().then(() => process.exit(0)))
    ready()
    return
  }
  sweepWhenQuiet(server.app.server, SWEEP_DELAY_MS)
  const endTidying = keepTidy(server.services)
  const endIndexing = completeIndex(server.services)
  const endReads = startReadCounter(server.services)
  const endFinding = keepFinding(server.services)
  const endPlaces = keepPlaces(server.services)
  const endDelivering = keepDelivering(server.services)
  const clock = sharedClock(server.services)
  const endFetching = keepFetching(server.services, async () => clock())
  const endRenewing = keepRenewing(server.services)
  const endAsks = keepDeliveringAsks(server.services)
  const endNews = keepMakingNews(server.services, clock)
  const endMailing = keepMailing(server.services, clock)
  const end = (last?: () => Promise<void>) => {
    endTidying()
    endIndexing()
    endFinding()
    endPlaces()
    return Promise.all([endReads(), endDelivering(), endFetching(), endRenewing(), endAsks(), endNews(), endMailing()]).then(() =>
      server.close(last),
    )
  }
  const stop = () => {
    setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref()
    void end().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  connectStarter(server, end)
  // This is the last step: the parent process may send a stop signal as soon as it receives this message.
  ready()
  const host = config.HOST === '0.0.0.0' ? 'localhost' : config.HOST
  greet(config.PUBLIC_URL ?? `http://${host}:${port}${config.BASE_PATH}`, server.setup)
}

/** Lets a supervising parent process start another version in place of this one, while its IPC channel is open. */
function connectStarter({ services, app }: Server, end: (last: () => Promise<void>) => Promise<void>) {
  const root = supervisorRoot(process.env)
  if (!root) return
  services.supervisor = {
    root,
    handOver(last) {
      setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
      // The next version starts even if the shutdown fails.
      void end(last).finally(() => process.exit(SWITCH_EXIT_CODE))
    },
  }
  process.once('disconnect', () => delete services.supervisor)
}

const portOf = (address: ReturnType<import('node:net').Server['address']>) => (typeof address === 'object' ? address?.port : address)

function greet(site: string, setup: string | undefined) {
  console.log(`\n  Sheaf 简册  ${site}\n`)
  if (setup)
    console.log(
      `  First start: make the administrator here (the link works once)\n  首次启动：请打开此链接创建管理员（仅可使用一次）\n\n  ${site}/user/setup?token=${setup}\n`,
    )
}

main().catch((error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE' ? `The port is taken by another program. Choose another one: PORT=5000 npm start` : error.message,
  )
  process.exit(1)
})
