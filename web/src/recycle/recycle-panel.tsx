import './recycle.css'
import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { recycleWords } from './recycle.words.ts'
import { DeletedPageDialog } from './recycle-look.tsx'
import type { Deleted } from './recycle-row.tsx'
import { RecycleTable } from './recycle-table.tsx'

/** Kinds of item whose pages are Markdown; the content of others says nothing to a person. */
const READABLE = ['0', '1', '2']

/** The deleted pages of an item, and the way back. */
export function RecyclePanel({ item }: { item: Pick<Answer<'item', 'detail'>, 'item_id' | 'item_name' | 'item_domain' | 'item_type'> }) {
  const t = useWords(recycleWords)
  const { item_id } = item
  const bin = useQuery({ ...read(api.recycle.getList, { item_id }), staleTime: 0 })
  const recover = useMutation({ ...write(api.recycle.recover, 'item', 'page', 'catalog'), onError: () => void bin.refetch() })
  const [looking, setLooking] = useState<Deleted | null>(null)
  const [asking, setAsking] = useState<Deleted | null>(null)
  const [back, setBack] = useState<Deleted | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (back) link.current?.focus()
  }, [back])
  return (
    <section className="bin">
      <h1>{t.title}</h1>
      <p className="setting-sub">{t.sub}</p>
      <div role="status">
        {back && (
          <p className="line-note info bin-back">
            <span className="grow">{t.recovered(back.page_title)}</span>
            <Link ref={link} to={paths.page(item, back.page_id)}>
              {t.open}
            </Link>
          </p>
        )}
      </div>
      {bin.data?.length ? (
        <RecycleTable list={bin.data} onLook={READABLE.includes(item.item_type) ? setLooking : undefined} onRecover={setAsking} />
      ) : bin.data ? (
        <Empty title={t.empty}>{t.emptyText}</Empty>
      ) : bin.isError ? (
        <ErrorNote title={t.listFailed} error={bin.error} onRetry={() => void bin.refetch()} />
      ) : (
        <Skeleton>
          {[48, 34, 56, 40].map((width) => (
            <div key={width} className="bin-bones">
              <Bone width={`${width}%`} height={13} />
            </div>
          ))}
        </Skeleton>
      )}
      {looking && (
        <DeletedPageDialog
          deleted={looking}
          onClose={() => setLooking(null)}
          onRecover={() => {
            setAsking(looking)
            setLooking(null)
          }}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={t.recoverTitle(asking.page_title)}
          action={t.recoverDo}
          onConfirm={async () => {
            await recover.mutateAsync({ item_id, page_id: asking.page_id })
            setAsking(null)
            setBack(asking)
          }}
          onClose={() => setAsking(null)}
        >
          {t.recoverText(item.item_name)}
        </ConfirmDialog>
      )}
    </section>
  )
}
