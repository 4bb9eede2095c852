import '../review.css'
import './list.css'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { addressOf, api, isLocked, isNoAccess, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import type { Info } from '../../tree/item-tree.ts'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { Empty, ErrorNote } from '../../ui/placeholder.tsx'
import { TableWaiting } from '../../ui/table/table.tsx'
import { OfferLine } from '../offer.tsx'
import { offerWords } from '../review.words.ts'
import { Figures } from './figures.tsx'
import { reviewListWords } from './list.words.ts'
import { Report } from './report.tsx'
import { ROW_HEIGHT, ToDo } from './to-do.tsx'

/** /review: pages of all items that the user can edit. */
export function ReviewScreen() {
  const t = useWords(reviewListWords)
  const here = useLocation()
  if (!useAccount()) return <Redirect to={paths.login(here.pathname + here.search)} />
  return (
    <Screen title={t.title}>
      <div className="screen">
        <Reviews info={undefined} />
      </div>
    </Screen>
  )
}

/** /item/review/{item_id}: pages of one item. */
export function ItemReviewScreen() {
  const t = useWords(reviewListWords)
  const { item_id = '' } = useParams()
  const here = useLocation()
  const account = useAccount()
  const item = useQuery({ ...read(api.item.info, { item_id, default_page_id: '' }), enabled: account !== null })
  const address = here.pathname + here.search
  if (!account) return <Redirect to={paths.login(address)} />
  if (isLocked(item.error)) return <Redirect to={paths.itemPassword(item_id, undefined, address)} />
  const { data, error } = item
  const mayRead = data && (data.item_edit || data.is_archived === '1')
  return (
    <Screen title={data ? `${t.title} · ${data.item_name}` : t.title}>
      <div className="screen">
        {data && mayRead ? (
          <Reviews key={item_id} info={data as Info} />
        ) : data || isNoAccess(error) ? (
          <Empty heading broken title={t.closed}>
            {t.closedText}
          </Empty>
        ) : error ? (
          <ErrorNote title={t.failed} error={error} onRetry={() => void item.refetch()} />
        ) : (
          <TableWaiting rows={8} height={ROW_HEIGHT} />
        )}
      </div>
    </Screen>
  )
}

/** The switch between what is to do and the report, which managers have. */
function Views({ item_id, isReport }: { item_id: string | undefined; isReport: boolean }) {
  const t = useWords(reviewListWords)
  return (
    <>
      <nav className="seg" aria-label={t.views}>
        <Link to={paths.review(item_id)} replace aria-current={isReport ? undefined : 'page'}>
          {t.toDo}
        </Link>
        <Link to={paths.review(item_id, { tab: 'report' })} replace aria-current={isReport ? 'page' : undefined}>
          {t.report}
        </Link>
      </nav>
      <a
        className="btn small"
        href={addressOf(`review/report?${new URLSearchParams({ item_id: item_id ?? '0', csv: '1' })}`)}
        download
        aria-label={t.csvName}
      >
        <Download className="i" aria-hidden="true" />
        {t.csv}
      </a>
    </>
  )
}

const OFFERS_SHOWN = 3

/** Open offers to the user and of the user; the first ones, and the others on demand. */
function Offers({ item_id }: { item_id: string }) {
  const t = useWords(offerWords)
  const root = useRef<HTMLElement>(null)
  const keptFocus = useKeptFocus(root, '.rev-offer button')
  const [all, setAll] = useState(false)
  const { data } = useQuery({ ...read(api.review.offers, {}), refetchOnMount: 'always' })
  const here = <O extends { item_id: string }>(list: O[] = []) => list.filter((one) => item_id === '0' || one.item_id === item_id)
  const lines = [
    ...here(data?.to_me).map((one) => ({
      ...one,
      may: 'answer' as const,
      text: t.toMeOf(one.from_name || one.from_username, one.page_title),
    })),
    ...here(data?.by_me).map((one) => ({ ...one, may: 'withdraw' as const, text: t.byMeOf(one.name || one.username, one.page_title) })),
  ]
  const shown = all ? lines : lines.slice(0, OFFERS_SHOWN)
  return (
    <section {...(lines.length > 0 && { className: 'rev-offers', 'aria-label': t.title })} ref={root} {...keptFocus}>
      {shown.map((one) => (
        <OfferLine key={one.offer_id} offer_id={one.offer_id} text={one.text} may={one.may} />
      ))}
      {shown.length < lines.length && (
        <button type="button" className="btn small quiet" onClick={() => setAll(true)}>
          {t.all(lines.length - shown.length)}
        </button>
      )}
    </section>
  )
}

function Reviews({ info }: { info: Info | undefined }) {
  const t = useWords(reviewListWords)
  const [address] = useSearchParams()
  const item_id = info?.item_id ?? '0'
  // Only whether there is a report; the list below asks for its own rows.
  const has = useQuery(read(api.review.getList, { item_id, count: '1' }))
  const hasReport = has.data?.has_report === true
  const isReport = address.get('tab') === 'report'
  return (
    <>
      <PageHead
        {...(info && { back: { to: paths.item(info), text: info.item_name } })}
        title={t.title}
        action={hasReport && <Views item_id={info?.item_id} isReport={isReport} />}
      />
      {hasReport && <Figures item_id={item_id} />}
      {isReport ? (
        <Report item_id={item_id} />
      ) : (
        <>
          <Offers item_id={item_id} />
          <ToDo info={info} />
        </>
      )}
    </>
  )
}
