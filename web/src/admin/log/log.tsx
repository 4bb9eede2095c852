import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf, api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Table } from '../../ui/table.tsx'
import { useListParams } from '../admin-place.ts'
import type { Entry } from '../admin-rows.ts'
import { ListPart } from '../list-part.tsx'
import { LogFilter, log_filters } from './filter.tsx'
import { logWords } from './log.words.ts'
import { LogRow } from './row.tsx'

/** Who did what: the newest first, filtered, and as a table to take along. */
export function Log() {
  const t = useWords(logWords)
  const place = useListParams(log_filters)
  const { filter, page, size } = place
  const found = useQuery({
    ...read(api.adminLog.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    // A log that is looked at again has gone on.
    staleTime: 0,
  })
  const settings = useQuery(read(api.adminSetting.loadConfig, {}))
  const data = found.data && { rows: found.data.list, total: Number(found.data.total) }
  return (
    <>
      <div className="adm-head">
        <div>
          <h1>{t.title}</h1>
          <p className="muted">{settings.data ? t.about(Number(settings.data.audit_days)) : '\u00a0'}</p>
        </div>
        <a className="btn" href={`${addressOf('adminLog/export')}?${new URLSearchParams(filter)}`} download>
          <Download className="i" aria-hidden="true" />
          {t.export}
        </a>
      </div>
      <LogFilter filter={filter} onFind={place.find} />
      <ListPart query={{ ...found, data }} place={place} none={<Empty title={t.none}>{t.noneText}</Empty>}>
        {(entries) => <LogTable entries={entries} />}
      </ListPart>
    </>
  )
}

function LogTable({ entries }: { entries: Entry[] }) {
  const t = useWords(logWords)
  return (
    <Table name={t.title} look="adm-table log" columns={[t.time, t.user, t.deed, t.subject, [t.address, 'addr']]}>
      {entries.map((entry) => (
        <LogRow key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}
