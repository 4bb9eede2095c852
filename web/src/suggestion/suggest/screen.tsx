import '../../editor/editor.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { isLocked, isNoAccess } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { suggestionListWords, suggestionWords, suggestWords } from '../suggestion.words.ts'
import { openSuggestion } from './open.ts'
import { SuggestPage } from './page.tsx'

/** /page/suggest/: the editor of a suggestion, or of the text that accepts one (`review`). */
export function SuggestScreen() {
  const t = useWords(suggestWords)
  const shared = useWords(suggestionWords)
  const list = useWords(suggestionListWords)
  const { item_id = '', page_id = '0' } = useParams()
  const [search] = useSearchParams()
  const here = useLocation()
  const account = useAccount()
  const review_id = search.get('review') ?? ''
  const suggestion_id = search.get('suggestion') ?? ''
  const cat_id = search.get('cat_id') ?? '0'
  const isNew = page_id === '0'
  const [sent, setSent] = useState<string>()
  const opened = useQuery({
    queryKey: ['suggest', item_id, page_id, cat_id, review_id, suggestion_id, account?.uid],
    queryFn: () => openSuggestion({ item_id, page_id, cat_id, review_id, suggestion_id }),
    enabled: account !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = here.pathname + here.search
  if (!account) return <Redirect to={paths.login(address)} />
  if (isLocked(opened.error)) return <Redirect to={paths.itemPassword(item_id, isNew ? undefined : page_id, address)} />
  const back = (
    <Link className="btn" to={isNew ? paths.item({ item_id }) : paths.page({ item_id }, page_id)}>
      {isNew ? list.back : shared.back}
    </Link>
  )
  const state = (title: string, text: string, isBroken = false, more = back) => (
    <main className="calm">
      <title>{title}</title>
      <Empty heading broken={isBroken} title={title} actions={more}>
        {text}
      </Empty>
    </main>
  )
  if (sent)
    return state(
      t.sentTitle,
      isNew ? t.sentTextNew : t.sentText,
      false,
      <>
        {back}
        <Link className="btn primary" to={paths.suggestion(sent)}>
          {t.see}
        </Link>
      </>,
    )
  if (opened.isPending)
    return (
      <div className="ed" aria-busy="true">
        <header className="top ed-bar" />
        <Skeleton lines={8} />
      </div>
    )
  if (opened.isError)
    return isNoAccess(opened.error) ? (
      state(shared.missingTitle, shared.missingText, true)
    ) : (
      <main className="calm">
        <ErrorNote title={t.failed} error={opened.error} onRetry={() => void opened.refetch()} />
      </main>
    )
  const { data } = opened
  // Closed meanwhile, or not one's own: its page says so.
  if (isNew && suggestion_id && !review_id && data.item.can_suggest && !data.suggestable)
    return <Redirect to={paths.suggestion(suggestion_id)} />
  if (!data.suggestable) return state(isNew ? t.offTitleNew : t.offTitle, data.item.is_archived === '1' ? t.archivedText : t.offText)
  return <SuggestPage opened={data} uid={account.uid} onSent={setSent} />
}
