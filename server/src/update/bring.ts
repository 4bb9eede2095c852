import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@sheaf/contract'
import { lock } from './releases.ts'

/** How long a request waits: gateways give up after a minute, and packages over a slow line take longer. */
const STAGING_WAIT_MS = 20_000
/** How long a failure is kept for whoever asks next. */
const FAILURE_KEPT_MS = 60_000

interface Work {
  version: string
  done: Promise<void>
  isOver: boolean
}
/** By the folder of the installation. */
const underWay = new Map<string, Work>()

/** Brings a version in, or joins those who wait for it already; says whether it is there. Asked again, it goes on waiting. */
export async function awaitStaging(
  root: string,
  version: string,
  stage: () => Promise<void>,
  patience = STAGING_WAIT_MS,
): Promise<boolean> {
  const known = underWay.get(root)
  if (known && known.version !== version && !known.isOver) throw new Refusal('updateBusy')
  const work = known?.version === version ? known : begin(root, version, stage)
  try {
    const isThere = await Promise.race([work.done.then(() => true), wait(patience, false, { ref: false })])
    if (isThere) forget(root, work)
    return isThere
  } catch (error) {
    forget(root, work)
    throw error
  }
}

function begin(root: string, version: string, stage: () => Promise<void>): Work {
  const work: Work = { version, done: lock(root).then((held) => stage().finally(held.release)), isOver: false }
  underWay.set(root, work)
  // Nobody may be waiting when it fails; the next one who asks is told.
  const later = () => {
    work.isOver = true
    setTimeout(() => forget(root, work), FAILURE_KEPT_MS).unref()
  }
  work.done.then(later, later)
  return work
}

const forget = (root: string, work: Work) => underWay.get(root) === work && underWay.delete(root)
