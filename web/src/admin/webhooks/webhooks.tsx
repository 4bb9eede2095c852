import type { WebhookKind } from '@sheaf/contract/webhooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { KindSign } from '../../webhook/kind.tsx'
import { StateTag } from '../../webhook/list.tsx'
import { WebhookPanel } from '../../webhook/panel.tsx'
import { webhookWords } from '../../webhook/webhook.words.ts'
import { FindField, ListPart, useListParams, type Webhook } from '../list.tsx'

/** The webhooks of the site with their log, and all webhooks of the items, without addresses. */
export function Webhooks() {
  const t = useWords(webhookWords)
  const place = useListParams(['host', 'state'])
  const { filter, page, size } = place
  const list = useQuery({
    ...read(api.adminWebhook.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ list: rows, total }) => ({ rows, total: Number(total) }),
  })
  return (
    <>
      <WebhookPanel item_id="0" />
      <section className="hook-all">
        <h2>{t.adminAll}</h2>
        <p className="help">{t.adminAbout}</p>
        <div className="adm-filter">
          <FindField label={t.adminHost} value={filter.host} onFind={(host) => place.find({ host })} />
          <Select className="adm-choice" aria-label={t.adminState} value={filter.state} onChange={(state) => place.find({ state })}>
            <option value="">{t.adminAny}</option>
            <option value="ok">{t.adminOk}</option>
            <option value="failing">{t.adminFailing}</option>
            <option value="off">{t.adminOff}</option>
            <option value="paused">{t.adminPaused}</option>
          </Select>
        </div>
        <ListPart query={list} place={place} none={<Empty title={t.none} />}>
          {(rows) => <AllTable rows={rows} />}
        </ListPart>
      </section>
    </>
  )
}

function AllTable({ rows }: { rows: Webhook[] }) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  const columns: Column<Webhook>[] = [
    {
      head: t.name,
      isName: true,
      cell: (row) => (
        <span className="hook-cell">
          <KindSign kind={row.kind as WebhookKind} />
          <span>
            {row.name} <StateTag webhook={row} />
          </span>
        </span>
      ),
    },
    {
      head: t.item,
      width: '19%',
      look: 'cut',
      cell: ({ item_id, item_name }) =>
        item_id === '0' ? <span className="muted">{t.site}</span> : <Link to={paths.itemSetting(item_id, 'webhooks')}>{item_name}</Link>,
    },
    {
      head: t.target,
      width: '19%',
      look: 'cut mono',
      cell: ({ host, hint }) => `${host}${hint && ` …${hint}`}`,
      title: ({ host }) => host,
    },
    { head: t.by, width: 104, look: 'cut muted', cell: ({ username }) => username, from: 1000 },
    {
      head: t.last,
      width: 128,
      look: 'muted',
      cell: ({ last_time }) => (last_time === '0' ? t.never : shortDate(Number(last_time), language)),
    },
  ]
  return <Table name={t.adminAll} look="hook-all-table" columns={columns} rows={rows} keyOf={({ webhook_id }) => webhook_id} />
}
