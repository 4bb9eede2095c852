import { RotateCw } from 'lucide-react'
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { Link, type Location } from 'react-router'
import { recoverMissingChunk, reloadOnline } from '../../lib/new-version.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../placeholder.tsx'
import { toast } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'
import { MAIN_ID } from './main-id.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** Thrown when a chunk is missing because another version was installed. */
class NewVersion extends Error {}

const never = () => new Promise<never>(() => {})

/** A lazily loaded screen or main part. If it cannot be loaded, the failed screen is shown instead. */
export const lazyScreen = <P,>(load: Load<P>) =>
  lazy(() =>
    load()
      .catch(async (error) => {
        const renewal = await recoverMissingChunk()
        if (renewal === 'reloading') return never()
        throw renewal === 'new version' ? new NewVersion() : error
      })
      .then((component) => ({ default: component })),
  )

/** A lazily loaded dialog, panel or list. If it cannot be loaded, a message is shown, the screen stays, and the next use tries again. */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  const attempt = () =>
    lazy(() =>
      load()
        .catch(async () => {
          const renewal = await recoverMissingChunk()
          return renewal === 'reloading' ? never() : missing(renewal === 'new version', again)
        })
        .then((component) => ({ default: component as ComponentType<P> })),
    )
  let latest = attempt()
  const again = () => {
    latest = attempt()
  }
  return function Part(props: P) {
    const [Loaded] = useState(() => latest)
    return <Loaded {...props} />
  }
}

const missing = (isNew: boolean, again: () => void) =>
  function Missing({ onClose }: { onClose?: () => void }) {
    const t = useWords(uiWords)
    useEffect(again, [])
    useEffect(() => {
      const detail = isNew ? t.newVersionText : t.partFailedText
      toast(isNew ? t.newVersionTitle : t.partFailed, 'bad', { detail, action: { text: t.loadAgain, run: () => location.reload() } })
      onClose?.()
    }, [t, onClose])
    return null
  }

/** Shown for a screen that threw an error or whose chunk could not be loaded. After an update the files of the previous version are gone. */
function FailedScreen({ isNew }: { isNew: boolean }) {
  const t = useWords(uiWords)
  const account = useAccount()
  const title = isNew ? t.newVersionTitle : t.failedTitle
  useEffect(reloadOnline, [])
  return (
    <main className="calm" id={MAIN_ID}>
      <title>{`${title} - ${t.product}`}</title>
      <Empty
        broken={!isNew}
        heading
        title={title}
        actions={
          <>
            <button type="button" className="btn primary" onClick={() => location.reload()}>
              <RotateCw className="i" aria-hidden="true" />
              {t.loadAgain}
            </button>
            <Link className="btn" reloadDocument to={account ? paths.items() : paths.home()}>
              {account ? t.toItems : t.toHome}
            </Link>
          </>
        }
      >
        {isNew ? t.newVersionKept : t.failedText}
      </Empty>
    </main>
  )
}

interface Boundary {
  location: Location
  failure?: { error: unknown } | undefined
}

/** Shows the failed screen in place of `children` that threw an error, until the user goes to another address. */
export class ScreenBoundary extends Component<{ location: Location; children: ReactNode }, Boundary> {
  override state: Boundary = { location: this.props.location }

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })

  static getDerivedStateFromProps({ location }: { location: Location }, now: Boundary): Boundary | null {
    return location === now.location ? null : { location, failure: undefined }
  }

  override render() {
    const { failure } = this.state
    return failure ? <FailedScreen isNew={failure.error instanceof NewVersion} /> : this.props.children
  }
}
