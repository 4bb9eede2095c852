import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { longDate, shortDate, siteDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { TokenLog } from '../../token/token-log.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { adminWords } from '../admin.words.ts'
import { FindField, ListPart, type Program, useListParams } from '../list.tsx'
import { Clients } from './clients.tsx'
import { programsWords } from './programs.words.ts'

/** What acts for the users of the site, and the clients of OAuth. */
export function Programs() {
  const t = useWords(programsWords)
  const [address] = useSearchParams()
  const isClients = address.get('part') === 'clients'
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <nav className="tabs adm-tabs" aria-label={t.title}>
        <Link to={paths.admin('programs')} aria-current={isClients ? undefined : 'page'}>
          {t.grants}
        </Link>
        <Link to={paths.admin('programs', { part: 'clients' })} aria-current={isClients ? 'page' : undefined}>
          {t.clients}
        </Link>
      </nav>
      {isClients ? <Clients /> : <Grants />}
    </>
  )
}

/** The tokens and connected programs of all users. */
function Grants() {
  const t = useWords(programsWords)
  const place = useListParams(['username', 'client_id', 'state'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<{ program: Program; action: 'log' | 'end' }>()
  const list = useQuery({
    ...read(api.adminAgent.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ list, total }) => ({ rows: list, total: Number(total) }),
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="adm-filter">
        <FindField label={t.findUser} value={filter.username} onFind={(username) => place.find({ username })} />
        <Select className="adm-choice" aria-label={t.states} value={filter.state} onChange={(state) => place.find({ state })}>
          <option value="">{t.allStates}</option>
          <option value="used">{t.inUse}</option>
          <option value="ended">{t.ended}</option>
        </Select>
      </div>
      <ListPart query={list} place={place} none={<Empty title={t.none}>{t.noneText}</Empty>}>
        {(programs) => <GrantTable programs={programs} onDo={(program, action) => setOpen({ program, action })} />}
      </ListPart>
      {open?.action === 'log' && (
        <TokenLog name={open.program.name} call={api.adminAgent.calls} grant_id={open.program.grant_id} onClose={close} />
      )}
      {open?.action === 'end' && <EndProgram program={open.program} onClose={close} />}
    </>
  )
}

const isInUse = ({ ended_time, until }: Program, now: number) => ended_time === '0' && Number(until) > now

function GrantTable({ programs, onDo }: { programs: Program[]; onDo: (program: Program, action: 'log' | 'end') => void }) {
  const t = useWords(programsWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const now = Date.now() / 1000
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  const dayOf = (seconds: string) => siteDay(longDate(Number(seconds), language), language)
  const end = ({ ended_time, until }: Program, textOf = (day: string) => day) =>
    ended_time !== '0' ? t.endedOn(dayOf(ended_time)) : Number(until) <= now ? t.expiredOn(dayOf(until)) : textOf(dayOf(until))
  const used = ({ last_used_time }: Program) => (last_used_time === '0' ? t.never : shortDate(Number(last_used_time), language))
  const columns: Column<Program>[] = [
    {
      head: t.name,
      isName: true,
      look: 'cut',
      title: ({ name }) => name,
      cell: (program) => (
        <span className="row">
          <span className="cut">{program.name}</span>
          {program.is_admin === '1' && <span className="tag warn">{t.administers}</span>}
          {program.kind === 'showdoc' && <span className="tag">{t.fromShowdoc}</span>}
        </span>
      ),
    },
    { head: t.kind, cell: ({ kind }) => (kind === 'oauth' ? t.connected : t.token), width: 92, look: 'muted' },
    { head: t.user, cell: ({ username }) => username, width: '12%', look: 'cut', title: ({ username }) => username },
    {
      head: t.may,
      cell: ({ level, is_limited }) => (is_limited === '1' ? t.someItems(levels[level] ?? level) : levels[level]),
      width: 150,
    },
    { head: t.used, cell: used, width: 128, look: 'muted', from: 1200, title: ({ last_used_address }) => last_used_address },
    { head: t.ends, cell: (program) => end(program), phone: (program) => end(program, t.endsOn), width: 156, look: 'muted' },
  ]
  const actions = (program: Program) => (
    <RowMenu name={program.name}>
      <MenuItem onSelect={() => onDo(program, 'log')}>{t.log}</MenuItem>
      {isInUse(program, now) && (
        <MenuItem bad onSelect={() => onDo(program, 'end')}>
          {t.end}
        </MenuItem>
      )}
    </RowMenu>
  )
  return (
    <Table
      name={t.grants}
      look="adm-table with-menu"
      columns={columns}
      rows={programs}
      keyOf={({ grant_id }) => grant_id}
      actions={{ head: ui.actions, cell: actions, width: 56 }}
    />
  )
}

function EndProgram({ program, onClose }: { program: Program; onClose: () => void }) {
  const t = useWords(programsWords)
  const end = useSend(api.adminAgent.end, { done: t.endDone })
  return (
    <ConfirmDialog
      title={t.endTitle(program.name)}
      action={t.endDo}
      danger
      onConfirm={() => end.send({ grant_id: program.grant_id })}
      onClose={onClose}
    >
      {t.endText(program.username)}
    </ConfirmDialog>
  )
}
