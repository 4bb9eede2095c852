import { storedInTab } from './stored.ts'

/*
 * After an update the files of the build before are gone: what an open window has not loaded yet, it can no longer get. It loads
 * itself again, once, where nothing is lost by that; otherwise whoever sits before it is told.
 */
const KEY = 'sheaf.reloaded'

/** What becomes of a window that lacks a part: it loads itself again; the person should; or nobody knows whether that would help. */
export type Renewal = 'reloading' | 'new version' | 'failed'

/** The address of this build's first file; another build has another. */
let build = ''
let typedAt: string | undefined
let pendingRenewal: Promise<Renewal> | undefined

/** Somebody typed on the screen that is open, or something there asks before it is closed. */
const wouldLose = () => typedAt === location.pathname || !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Once for each build, or a file that is missing for good would reload for ever; where the browser keeps nothing, not at all. */
const mayReload = () => storedInTab.read(KEY) !== build && storedInTab.write(KEY, build)

async function decide(): Promise<Renewal> {
  const status = await fetch(build, { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  // A server that is away or starting cannot give the new page either.
  if (status === 0 || status >= 500) return 'failed'
  if (wouldLose()) return status === 404 ? 'new version' : 'failed'
  if (!mayReload()) return 'failed'
  location.reload()
  return 'reloading'
}

/** Asked whenever a part did not come; those that ask at the same time get the same answer. */
export function renew(): Promise<Renewal> {
  pendingRenewal ??= decide().then((renewal) => {
    if (renewal !== 'reloading') pendingRenewal = undefined
    return renewal
  })
  return pendingRenewal
}

/** As a window begins; `own` is the address of the entry: its name changes with any other file. */
export function followVersions(own: string) {
  build = own
  typedAt = undefined
  pendingRenewal = undefined
  const typed = () => {
    typedAt = location.pathname
  }
  addEventListener('input', typed, true)
  addEventListener('vite:preloadError', () => void renew())
}
