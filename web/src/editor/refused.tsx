import type { Answer } from '@sheaf/contract/client'
import { Link, Navigate } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { isClientMade } from '../reading/bar/client-made.tsx'
import { useAccount } from '../session/session.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { editorWords } from '../writing/editor.words.ts'
import type { Start } from './load.ts'

interface Props {
  start: Start
  error?: Error
  item?: Answer<'item', 'info'>
  onRetry?: () => void
}

/** Why there is nothing to edit here, and where to go instead. */
export function EditorRefused({ start: { item_id, page_id }, error, item, onRetry }: Props) {
  const t = useWords(editorWords)
  const account = useAccount()
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 10303 || code === 10307)
    return <Navigate replace to={paths.itemPassword(item_id, undefined, paths.edit(item_id, page_id))} />
  if (item && !account) return <Navigate replace to={paths.login(paths.edit(item_id, page_id))} />
  const away = item ? (
    <Link className="btn" to={page_id === '0' ? paths.item(item) : paths.page(item, page_id)}>
      {page_id === '0' ? t.toItem : t.back}
    </Link>
  ) : (
    <Link className="btn" to={paths.items()}>
      {t.toItems}
    </Link>
  )
  if (item) {
    const [title, text] =
      item.is_archived === '1'
        ? [t.archivedTitle, t.archivedText]
        : isClientMade(item)
          ? [t.clientMadeTitle, t.clientMadeText]
          : [t.noRightTitle, t.noRightText]
    return (
      <main className="calm">
        <Empty heading title={title} actions={away}>
          {text}
        </Empty>
      </main>
    )
  }
  return (
    <main className="calm">
      {code === 10101 || code === 10103 ? (
        <Empty heading broken title={code === 10101 ? t.missingTitle : t.noRightTitle} actions={away}>
          {code === 10101 ? t.missingText : t.noRightText}
        </Empty>
      ) : (
        <ErrorNote title={t.failedTitle} error={error ?? null} {...(onRetry ? { onRetry } : {})} />
      )}
    </main>
  )
}
