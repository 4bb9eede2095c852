import { RotateCw } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../empty.tsx'
import { uiWords } from '../ui.words.ts'
import { NewVersion } from './lazy-part.tsx'

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
