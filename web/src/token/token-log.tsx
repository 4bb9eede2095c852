import './token.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type api, read } from '../lib/api.ts'
import { longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from '../ui/pager.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import type { TokenCall } from './rows.ts'
import { tokenWords } from './token.words.ts'

const ROWS = 20
const RUNNING = '-1'

interface Props {
  name: string
  /** The call that reads the log: one's own, or that of an administrator. */
  call: typeof api.token.calls | typeof api.adminAgent.calls
  grant_id: string
  onClose: () => void
}

/** The calls of a token or of a connected program, newest first. */
export function TokenLog({ name, call, grant_id, onClose }: Props) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const log = useQuery({
    ...read(call, { grant_id, page: String(page), count: String(ROWS) }),
    refetchOnMount: 'always',
  })
  const target = ({ item_id, page_id, item_name, page_title }: TokenCall) => {
    if (page_title) return <Link to={paths.pageById(page_id)}>{page_title}</Link>
    if (page_id !== '0') return <span className="muted">{item_name ? t.pageGoneIn(item_name) : t.pageGone}</span>
    if (item_name) return <Link to={paths.item({ item_id })}>{item_name}</Link>
    return item_id !== '0' && <span className="muted">{t.itemGone}</span>
  }
  const outcome = ({ outcome: code }: TokenCall) =>
    code === '0' ? <span className="muted">{t.ok}</span> : <span className="tag bad">{code === RUNNING ? t.running : t.refused(code)}</span>
  const columns: Column<TokenCall>[] = [
    { head: t.time, cell: ({ addtime }) => longDate(Number(addtime), language), width: 148, look: 'muted' },
    { head: t.call, cell: ({ call }) => <code>{call}</code>, isName: true, width: 164, look: 'cut', title: ({ call }) => call },
    { head: t.target, cell: target, look: 'cut', title: ({ page_title, item_name }) => page_title || item_name },
    { head: t.outcome, cell: outcome, width: 108 },
    { head: t.address, cell: ({ address }) => address, width: 108, look: 'muted', from: 1000 },
  ]
  const rows = log.data?.list ?? []
  return (
    <Dialog title={t.logTitle(name)} wide onClose={onClose}>
      <p>{t.logText}</p>
      {log.error && !log.data ? (
        <ErrorNote title={t.logFailed} error={log.error} onRetry={() => void log.refetch()} />
      ) : !log.data ? (
        <TableWaiting rows={6} />
      ) : rows.length === 0 ? (
        <p className="muted">{t.logNone}</p>
      ) : (
        <>
          <Table name={t.logTitle(name)} look="token-log" columns={columns} rows={rows} keyOf={({ id }) => id} />
          <Pager page={page} size={ROWS} total={Number(log.data.total)} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}
