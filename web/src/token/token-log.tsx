import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { longDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from '../ui/pager.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import type { Token, TokenCall } from './rows.ts'
import { tokenWords } from './token.words.ts'

const ROWS = 20
const RUNNING = '-1'

/** The calls of a token, newest first. */
export function TokenLog({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const log = useQuery({
    ...read(api.token.calls, { grant_id: token.grant_id, page: String(page), count: String(ROWS) }),
    refetchOnMount: 'always',
  })
  const target = ({ item_id, page_id }: TokenCall) =>
    page_id !== '0' ? t.pageNumber(page_id) : item_id !== '0' ? t.itemNumber(item_id) : ''
  const outcome = ({ outcome: code }: TokenCall) =>
    code === '0' ? <span className="muted">{t.ok}</span> : <span className="tag bad">{code === RUNNING ? t.running : t.refused(code)}</span>
  const columns: Column<TokenCall>[] = [
    { head: t.time, cell: ({ addtime }) => longDate(Number(addtime), language), width: 168, look: 'muted' },
    { head: t.call, cell: ({ call }) => <code>{call}</code>, isName: true },
    { head: t.target, cell: target, width: 120 },
    { head: t.outcome, cell: outcome, width: 112 },
    { head: t.address, cell: ({ address }) => address, width: 136, look: 'muted', from: 1000 },
  ]
  const rows = log.data?.list ?? []
  return (
    <Dialog title={t.logTitle(token.name)} wide onClose={onClose}>
      <p>{t.logText}</p>
      {log.error && !log.data ? (
        <ErrorNote title={t.logFailed} error={log.error} onRetry={() => void log.refetch()} />
      ) : !log.data ? (
        <TableWaiting rows={6} />
      ) : rows.length === 0 ? (
        <p className="muted">{t.logNone}</p>
      ) : (
        <>
          <Table name={t.logTitle(token.name)} look="token-log" columns={columns} rows={rows} keyOf={({ id }) => id} />
          <Pager page={page} size={ROWS} total={Number(log.data.total)} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}
