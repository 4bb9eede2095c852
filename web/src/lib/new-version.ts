import { storedInTab } from './stored.ts'

/*
 * An update removes the files of the previous build, so an open window can no longer load the chunks it still lacks. The window
 * reloads itself once if no input would be lost; otherwise it shows a message to the user.
 */
const KEY = 'sheaf.reloaded'

/** The result for a window with a missing chunk: it reloads; the user should reload; or it is unknown whether a reload would help. */
export type Renewal = 'reloading' | 'new version' | 'failed'

/** The address of the entry file of this build; every build has its own. */
let build = ''
let typedAt: string | undefined
let pendingRenewal: Promise<Renewal> | undefined

/** The user typed on the open screen, or a `beforeunload` listener would prompt. */
const wouldLose = () => typedAt === location.pathname || !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Once per build: a permanently missing file would otherwise cause endless reloads. Never if the browser cannot store the flag. */
const claimReload = () => storedInTab.read(KEY) !== build && storedInTab.write(KEY, build)

/** The status of the entry file; undefined from a server that is unavailable or starting, which cannot deliver a page either. */
const statusOfBuild = () =>
  fetch(build, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => (status < 500 ? status : undefined),
    () => undefined,
  )

async function decide(): Promise<Renewal> {
  const status = await statusOfBuild()
  if (status === undefined) return 'failed'
  if (wouldLose()) return status === 404 ? 'new version' : 'failed'
  if (!claimReload()) return 'failed'
  location.reload()
  return 'reloading'
}

/** Called when a chunk could not be loaded; concurrent calls share one result. */
export function recoverMissingChunk(): Promise<Renewal> {
  pendingRenewal ??= decide().then((renewal) => {
    if (renewal !== 'reloading') pendingRenewal = undefined
    return renewal
  })
  return pendingRenewal
}

/** Reloads a failed screen when the connection is back, unless input would be lost, until the returned function is called. */
export function reloadOnline(): () => void {
  const back = async () => {
    if ((await statusOfBuild()) !== undefined && !wouldLose()) location.reload()
  }
  addEventListener('online', back)
  return () => removeEventListener('online', back)
}

/** Called once when a window starts; `own` is the address of the entry file, whose name changes whenever any file changes. */
export function initVersionCheck(own: string) {
  build = own
  typedAt = undefined
  pendingRenewal = undefined
  const typed = () => {
    typedAt = location.pathname
  }
  addEventListener('input', typed, true)
  addEventListener('vite:preloadError', () => void recoverMissingChunk())
}
