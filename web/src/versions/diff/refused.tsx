import { Link, Navigate, useLocation } from 'react-router'
import { ApiError } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { diffWords } from './diff.words.ts'

/** Why there is nothing to compare, and where to go instead. */
export function DiffRefused({ page_id, error, onRetry }: { page_id: string; error: Error; onRetry: () => void }) {
  const t = useWords(diffWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  const code = error instanceof ApiError ? error.code : undefined
  const noRight = code === 10103 || code === 10303 || code === 10307
  if ((noRight || code === 10102) && !account) return <Navigate replace to={paths.login(pathname + search)} />
  const away = (
    <Link className="btn" to={paths.pageById(page_id)}>
      {t.toPage}
    </Link>
  )
  return (
    <Screen title={t.compare}>
      <div className="calm">
        {noRight || code === 10101 ? (
          <Empty heading broken title={noRight ? t.noRightTitle : t.missingTitle} actions={away}>
            {noRight ? t.noRightText : t.missingText}
          </Empty>
        ) : (
          <ErrorNote title={t.failedTitle} error={error} onRetry={onRetry} />
        )}
      </div>
    </Screen>
  )
}
