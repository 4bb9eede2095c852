import './diff.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { api, isError, isLocked, isMissing, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { diffWords } from './diff.words.ts'
import { DiffPair } from './pair.tsx'
import { useSides } from './sides.ts'

/** Explains why there is nothing to compare and offers a link to the page. */
function DiffRefused({ page_id, error, onRetry }: { page_id: string; error: Error; onRetry: () => void }) {
  const t = useWords(diffWords)
  const account = useAccount()
  const { pathname, search } = useLocation()
  const noRight = isLocked(error) || isError(error, 'noPermission')
  if ((noRight || isError(error, 'loginInvalid')) && !account) return <Redirect to={paths.login(pathname + search)} />
  const exit = (
    <Link className="btn" to={paths.pageById(page_id)}>
      {t.toPage}
    </Link>
  )
  return (
    <Screen title={t.compare}>
      <div className="calm">
        {noRight || isMissing(error) ? (
          <Empty heading broken title={noRight ? t.noRightTitle : t.missingTitle} actions={exit}>
            {noRight ? t.noRightText : t.missingText}
          </Empty>
        ) : (
          <ErrorNote title={t.failedTitle} error={error} onRetry={onRetry} />
        )}
      </div>
    </Screen>
  )
}

const Waiting = () => {
  const t = useWords(diffWords)
  return (
    <div className="df-screen" aria-busy="true">
      <title>{t.compare}</title>
      <header className="top" />
      <div className="df-heads df-wait">
        {['left', 'right'].map((side) => (
          <div key={side} className="df-side row">
            <Skeleton>
              <Bone width={150} height={14} />
              <Bone width={90} height={12} />
            </Skeleton>
          </div>
        ))}
      </div>
      <div className="df-bones">
        <Skeleton lines={6} />
      </div>
    </div>
  )
}

const TABLE = '4'

/** Compares two versions of a page: an older one with the current one, or any two. */
export function DiffScreen() {
  const { page_id = '', page_history_id = '' } = useParams()
  const [search] = useSearchParams()
  const language = useLanguage()
  const to = search.get('to') ?? ''
  const { error, retry, page, versions, left, right } = useSides(page_id, page_history_id, to, language)
  const item = useQuery({ ...read(api.item.info, { item_id: page?.item_id ?? '' }), enabled: page !== undefined })
  if (error) return <DiffRefused page_id={page_id} error={error} onRetry={retry} />
  if (!page) return <Waiting />
  const mayEdit = item.data?.item_edit === true && item.data.is_archived !== '1'
  return (
    <DiffPair
      key={`${left.id}-${right.id}`}
      {...{ left, right, versions, page_id }}
      title={page.page_title}
      back={paths.page(item.data ?? page, page_id)}
      editOf={(history_id) => {
        if (!mayEdit) return undefined
        return item.data?.item_type === TABLE
          ? paths.sheet(item.data, page_id, { history_id })
          : paths.edit(page.item_id, page_id, { history_id })
      }}
    />
  )
}
