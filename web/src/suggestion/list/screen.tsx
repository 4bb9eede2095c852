import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { api, isLocked, isNoAccess, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { hasEditRight } from '../../tree/item-tree.ts'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { suggestionListWords, suggestionWords } from '../suggestion.words.ts'
import { SuggestionList, suggestionTabs } from './list.tsx'

/** /item/suggestion/: the suggestions of one item, or of one of its pages. */
export function SuggestionsScreen() {
  const t = useWords(suggestionListWords)
  const shared = useWords(suggestionWords)
  const { item_id = '' } = useParams()
  const [search] = useSearchParams()
  const here = useLocation()
  const account = useAccount()
  const item = useQuery({ ...read(api.item.info, { item_id }), enabled: account !== null })
  const page_id = search.get('page_id') ?? '0'
  if (!account) return <Redirect to={paths.login(here.pathname + here.search)} />
  if (isLocked(item.error)) return <Redirect to={paths.itemPassword(item_id, undefined, here.pathname + here.search)} />
  const { data } = item
  const isEditor = data ? hasEditRight(data, '0') || (data.edit_cats?.length ?? 0) > 0 : false
  const wanted = suggestionTabs.find((name) => name === search.get('tab'))
  const tab = wanted ?? (isEditor ? 'todo' : 'mine')
  const address = (name?: string) => paths.suggestions(item_id, { ...(page_id !== '0' && { page_id }), ...(name && { tab: name }) })
  return (
    <Screen title={t.title}>
      <div className="screen">
        {item.error ? (
          isNoAccess(item.error) ? (
            <Empty heading broken title={shared.missingTitle}>
              {shared.missingText}
            </Empty>
          ) : (
            <ErrorNote title={t.failed} error={item.error} onRetry={() => void item.refetch()} />
          )
        ) : (
          <>
            <PageHead back={{ to: paths.item(data ?? { item_id }), text: data?.item_name ?? t.back }} title={t.title} />
            <nav className="tabs" aria-label={t.filter}>
              {suggestionTabs.map((name) => (
                <Link key={name} to={address(name)} replace aria-current={name === tab ? 'page' : undefined}>
                  {t[name]}
                </Link>
              ))}
            </nav>
            {page_id !== '0' && (
              <p className="sg-page">
                {t.onlyPage} · <Link to={paths.suggestions(item_id, { tab })}>{t.all}</Link>
              </p>
            )}
            {data ? <SuggestionList key={`${tab} ${page_id}`} {...{ tab, item_id, page_id }} /> : <Skeleton lines={6} />}
          </>
        )}
      </div>
    </Screen>
  )
}
