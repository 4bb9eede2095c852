import './review.css'
import '../../versions/diff/diff.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router'
import { api, isError, isLocked, isMissing, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { suggestionWords } from '../suggestion.words.ts'
import { ReviewPage } from './page.tsx'

function ReviewBones() {
  return (
    <div className="rv-head" aria-busy="true">
      <Skeleton>
        <Bone width="38%" height={30} />
        <Bone width="52%" />
        <Bone width="64%" />
        <Bone width="100%" height={220} />
      </Skeleton>
    </div>
  )
}

/** /page/suggestion/: a suggestion, for those who can decide about it and for its proposer. */
export function ReviewScreen() {
  const t = useWords(suggestionWords)
  const { suggestion_id = '' } = useParams()
  const account = useAccount()
  const here = useLocation()
  const { data, error, refetch } = useQuery({
    ...read(api.suggestion.info, { suggestion_id }),
    enabled: account !== null,
    refetchOnWindowFocus: false,
  })
  if (!account) return <Redirect to={paths.login(here.pathname)} />
  const refused = isLocked(error ?? undefined) || isMissing(error ?? undefined) || isError(error, 'noPermission')
  return (
    <Screen title={data ? data.title : t.suggestion(suggestion_id)}>
      {data ? (
        <ReviewPage key={`${data.revision} ${data.state} ${data.current?.version}`} info={data} onOutdated={() => void refetch()} />
      ) : refused ? (
        <Empty
          heading
          broken
          title={t.missingTitle}
          actions={
            <Link className="btn" to={paths.items()}>
              {t.toItems}
            </Link>
          }
        >
          {t.missingText}
        </Empty>
      ) : error ? (
        <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <ReviewBones />
      )}
    </Screen>
  )
}
