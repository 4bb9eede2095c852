import { RotateCw } from 'lucide-react'
import { type ComponentType, lazy, useEffect } from 'react'
import { Link, useRouteError } from 'react-router'
import { renew } from '../../lib/new-version.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../placeholder.tsx'
import { toast } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** The screen's part is gone, because another version has taken this one's place. */
class NewVersion extends Error {}

const never = () => new Promise<never>(() => {})

/** A screen, or what is most of one, loaded when it is opened. Where it cannot be had, the failed screen stands in its place. */
export const lazyScreen = <P,>(load: Load<P>) =>
  lazy(() =>
    load()
      .catch(async (error) => {
        const renewal = await renew()
        if (renewal === 'reloading') return never()
        throw renewal === 'new version' ? new NewVersion() : error
      })
      .then((component) => ({ default: component })),
  )

/** A dialog, a panel, a list: where it cannot be had, that is said, and the screen stays as it is. */
export const lazyPart = <P,>(load: Load<P>) =>
  lazy(() =>
    load()
      .catch(async () => {
        const renewal = await renew()
        return renewal === 'reloading' ? never() : missing(renewal === 'new version')
      })
      .then((component) => ({ default: component as ComponentType<P> })),
  )

const missing = (isNew: boolean) =>
  function Missing({ onClose }: { onClose?: () => void }) {
    const t = useWords(uiWords)
    useEffect(() => {
      const detail = isNew ? t.newVersionText : t.partFailedText
      toast(isNew ? t.newVersionTitle : t.partFailed, 'bad', { detail, action: { text: t.loadAgain, run: () => location.reload() } })
      onClose?.()
    }, [t, onClose])
    return null
  }

/** A screen that broke, or whose part could not be fetched: after an update the files of the version before are gone. */
export function FailedScreen() {
  const t = useWords(uiWords)
  const account = useAccount()
  const isNew = useRouteError() instanceof NewVersion
  const title = isNew ? t.newVersionTitle : t.failedTitle
  return (
    <main className="calm" id="content">
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
