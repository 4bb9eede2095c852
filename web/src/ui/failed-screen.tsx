import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Empty } from './empty.tsx'
import { uiWords } from './ui.words.ts'

/** A screen that broke, or whose part could not be fetched: after an update the files of the version before are gone. */
export function FailedScreen() {
  const t = useWords(uiWords)
  const account = useAccount()
  return (
    <main className="calm" id="content">
      <title>{`${t.failedTitle} - ${t.product}`}</title>
      <Empty
        broken
        heading
        title={t.failedTitle}
        actions={
          <>
            <button type="button" className="btn primary" onClick={() => location.reload()}>
              <RotateCw className="i" aria-hidden="true" />
              {t.loadAgain}
            </button>
            <Link className="btn" to={account ? paths.items() : paths.home()}>
              {account ? t.toItems : t.toHome}
            </Link>
          </>
        }
      >
        {t.failedText}
      </Empty>
    </main>
  )
}
