import './source.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { api, isLocked, isNoAccess, read } from '../lib/api.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { hasEditRight, type Info } from '../tree/item-tree.ts'
import { Screen } from '../ui/frame/screen.tsx'
import { Empty, ErrorNote } from '../ui/placeholder.tsx'
import { sourcesWords } from './source.words.ts'

/** Items with catalogs and pages. */
const isRegular = ({ item_type }: Pick<Info, 'item_type'>) => item_type === '0' || item_type === '1'

const mayEditAny = (info: Info) => hasEditRight(info, '0') || (info.item_edit && (info.edit_cats?.length ?? 0) > 0)

/** Whether the reader can add, change and delete sources of the item now. */
export const canManage = (info: Info) => info.item_manage && info.is_archived !== '1'

type FrameWords = Record<'failed' | 'closed' | 'closedText' | 'wrongKind' | 'wrongKindText' | 'archived', string>

interface Props {
  item_id: string
  title: string
  /** What it says instead of the content, where the screen is about something else. */
  words?: FrameWords
  /** The skeleton in the final size. */
  waiting: ReactNode
  children: (info: Info) => ReactNode
}

/** What all screens of sources have, and the list of pages whose sources changed: sign-in, rights, and the item. */
export function SourceFrame({ item_id, title, words, waiting, children }: Props) {
  const own = useWords(sourcesWords)
  const t = words ?? own
  const here = useLocation()
  const account = useAccount()
  const item = useQuery({ ...read(api.item.info, { item_id }), enabled: account !== null })
  const address = here.pathname + here.search
  if (!account) return <Redirect to={paths.login(address)} />
  if (isLocked(item.error)) return <Redirect to={paths.itemPassword(item_id, undefined, address)} />
  const { data } = item
  const toItem = data && (
    <Link className="btn" to={paths.item(data)}>
      {own.toItem}
    </Link>
  )
  const closed = (
    <Empty heading broken title={t.closed} actions={toItem}>
      {t.closedText}
    </Empty>
  )
  const content = () => {
    if (item.error && isNoAccess(item.error)) return closed
    if (item.error && !data) return <ErrorNote title={t.failed} error={item.error} onRetry={() => void item.refetch()} />
    if (!data) return waiting
    if (!mayEditAny(data)) return closed
    if (!isRegular(data))
      return (
        <Empty heading title={t.wrongKind} actions={toItem}>
          {t.wrongKindText}
        </Empty>
      )
    return (
      <>
        {children(data)}
        {data.is_archived === '1' && <p className="line-note src-archived">{t.archived}</p>}
      </>
    )
  }
  return (
    <Screen title={data ? `${title} · ${data.item_name}` : title}>
      <div className="screen src-screen">{content()}</div>
    </Screen>
  )
}
