import { Search } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Pager } from '../ui/pager.tsx'
import { Table } from '../ui/table.tsx'
import { recycleWords } from './recycle.words.ts'
import { type Deleted, RecycleRow } from './recycle-row.tsx'

/** From so many on a field to find one of them helps. */
const SEARCH_MIN_ROWS = 8
/** Rows on a page: a deleted catalog may have left thousands. */
const ROWS_PER_PAGE = 20

interface Props {
  list: Deleted[]
  onLook: ((deleted: Deleted) => void) | undefined
  onRecover: (deleted: Deleted) => void
}

export function RecycleTable({ list, onLook, onRecover }: Props) {
  const t = useWords(recycleWords)
  const [find, setFind] = useState('')
  const [page, setPage] = useState(1)
  const wanted = find.trim().toLowerCase()
  const found = wanted ? list.filter((one) => `${one.page_title} ${one.del_by_username}`.toLowerCase().includes(wanted)) : list
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE)))
  return (
    <>
      <div className="bin-head">
        <h2>{t.count(list.length)}</h2>
        {list.length >= SEARCH_MIN_ROWS && (
          <label className="search">
            <Search className="i" aria-hidden="true" />
            <input
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              value={find}
              onChange={(event) => {
                setFind(event.target.value)
                setPage(1)
              }}
            />
          </label>
        )}
      </div>
      <Table name={t.title} look="bin-table" columns={[t.page, t.deletedBy, t.deleted, t.left]} actions={t.actions}>
        {found.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE).map((one) => (
          <RecycleRow key={one.id} deleted={one} onLook={onLook && (() => onLook(one))} onRecover={() => onRecover(one)} />
        ))}
      </Table>
      {found.length === 0 && <p className="bin-none muted">{t.noMatch}</p>}
      {found.length > ROWS_PER_PAGE && <Pager page={at} size={ROWS_PER_PAGE} total={found.length} onPage={setPage} />}
    </>
  )
}
