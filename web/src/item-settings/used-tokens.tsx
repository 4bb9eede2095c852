import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'
import { longDate, shortDate, siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ErrorNote } from '../ui/placeholder.tsx'
import { Block } from '../ui/settings/block.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { publicWords } from './public.words.ts'

type Used = Answer<'publish', 'tokens'>
type Token = Used['list'][number]

const DAYS = 30
const DAY_SECONDS = 86_400

function UsedTable({ used: { list, total } }: { used: Used }) {
  const t = useWords(publicWords)
  const language = useLanguage()
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  const columns: Column<Token>[] = [
    {
      head: t.token,
      isName: true,
      look: 'cut',
      title: ({ name, username }) => `${name}, ${username}`,
      cell: ({ name, username, is_ended }) => (
        <>
          {name} {is_ended === '1' && <span className="tag">{t.ended}</span>}
          <span className="setting-token-of">{username}</span>
        </>
      ),
    },
    { head: t.level, cell: ({ level }) => levels[level] ?? level, width: 136 },
    { head: t.calls, cell: ({ calls }) => calls, phone: ({ calls }) => t.callCount(Number(calls)), width: 64, isNumber: true },
    { head: t.lastUsed, cell: ({ last_time }) => shortDate(Number(last_time), language), width: 120, look: 'muted' },
  ]
  return (
    <>
      <Table name={t.used} look="setting-tokens" columns={columns} rows={list} keyOf={({ grant_id }) => grant_id} />
      {Number(total) > list.length && <p className="help">{t.usedMore(list.length, Number(total))}</p>}
    </>
  )
}

/** The tokens and connected programs of all people that used the item. */
export function UsedTokens({ item_id }: { item_id: string }) {
  const t = useWords(publicWords)
  const language = useLanguage()
  const used = useQuery(read(api.publish.tokens, { item_id }))
  const isShorter = used.data && Number(used.data.since) > Date.now() / 1000 - (DAYS - 1) * DAY_SECONDS
  const about = isShorter ? t.usedSince(siteDay(longDate(Number(used.data.since), language), language)) : t.usedAbout
  return (
    <Block title={t.used} about={about}>
      {used.data ? (
        used.data.list.length > 0 ? (
          <UsedTable used={used.data} />
        ) : (
          <p className="muted">{t.usedNone}</p>
        )
      ) : used.error ? (
        <ErrorNote title={t.usedFailed} error={used.error} onRetry={() => void used.refetch()} />
      ) : (
        <TableWaiting rows={2} />
      )}
    </Block>
  )
}
