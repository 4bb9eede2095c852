import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { adminWords } from '../admin.words.ts'
import { type Client, FindField, ListPart, useListParams } from '../list.tsx'
import { ClientDialog, MadeClient, type Saved } from './client-dialog.tsx'
import { programsWords } from './programs.words.ts'

type Open = { client: Client | null; action: 'edit' | 'block' | 'unblock' }

/** The clients of OAuth: those that an administrator entered first. */
export function Clients() {
  const t = useWords(programsWords)
  const place = useListParams(['name'])
  const { filter, page, size } = place
  const [open, setOpen] = useState<Open>()
  const [made, setMade] = useState<Saved>()
  const list = useQuery({
    ...read(api.adminAgent.clients, { name: filter.name, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    select: ({ list, total }) => ({ rows: list, total: Number(total) }),
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="adm-filter">
        <FindField label={t.findClient} value={filter.name} onFind={(name) => place.find({ name })} />
        <span className="grow" />
        <button type="button" className="btn" onClick={() => setOpen({ client: null, action: 'edit' })}>
          <Plus className="i" aria-hidden="true" />
          {t.addClient}
        </button>
      </div>
      {made && <MadeClient made={made} onDone={() => setMade(undefined)} />}
      <ListPart query={list} place={place} none={<Empty title={t.noClients}>{t.noClientsText}</Empty>}>
        {(clients) => <ClientTable clients={clients} onDo={(client, action) => setOpen({ client, action })} />}
      </ListPart>
      {open?.action === 'edit' && <ClientDialog client={open.client} onSaved={setMade} onClose={close} />}
      {open?.client && open.action !== 'edit' && <Block client={open.client} onClose={close} />}
    </>
  )
}

function ClientTable({ clients, onDo }: { clients: Client[]; onDo: (client: Client, action: Open['action']) => void }) {
  const t = useWords(programsWords)
  const ui = useWords(adminWords)
  const language = useLanguage()
  const from = ({ kind, has_secret, client_id }: Client) => {
    if (kind === 'document') return t.byAddress(new URL(client_id).host)
    return kind === 'registered' ? t.byItself : has_secret === '1' ? t.givenWithSecret : t.given
  }
  const columns: Column<Client>[] = [
    {
      head: t.name,
      isName: true,
      look: 'cut',
      title: ({ name }) => name,
      cell: ({ name, is_blocked }) => (
        <>
          {name} {is_blocked === '1' && <span className="tag bad">{t.blocked}</span>}
        </>
      ),
    },
    {
      head: t.from,
      cell: from,
      width: 208,
      look: 'muted cut',
      title: from,
    },
    {
      head: t.backTo,
      cell: ({ redirect_uris }) => redirect_uris[0],
      width: '26%',
      look: 'muted adm-address',
      title: ({ redirect_uris }) => redirect_uris.join('\n'),
    },
    {
      head: t.connections,
      cell: ({ grants, client_id }) => (grants === '0' ? '0' : <Link to={paths.admin('programs', { client_id })}>{grants}</Link>),
      phone: ({ grants }) => t.connectionCount(Number(grants)),
      width: 108,
      isNumber: true,
    },
    {
      head: t.used,
      cell: ({ last_used_time }) => (last_used_time === '0' ? t.never : shortDate(Number(last_used_time), language)),
      width: 128,
      look: 'muted',
      from: 1200,
    },
  ]
  const actions = (client: Client) => (
    <RowMenu name={client.name}>
      {client.kind === 'given' && <MenuItem onSelect={() => onDo(client, 'edit')}>{t.change}</MenuItem>}
      {client.is_blocked === '1' ? (
        <MenuItem onSelect={() => onDo(client, 'unblock')}>{t.unblock}</MenuItem>
      ) : (
        <MenuItem bad onSelect={() => onDo(client, 'block')}>
          {t.block}
        </MenuItem>
      )}
    </RowMenu>
  )
  return (
    <Table
      name={t.clients}
      look="adm-table with-menu"
      columns={columns}
      rows={clients}
      keyOf={({ client_id }) => client_id}
      actions={{ head: ui.actions, cell: actions, width: 56 }}
    />
  )
}

/** Blocks a client, or unblocks it. */
function Block({ client, onClose }: { client: Client; onClose: () => void }) {
  const t = useWords(programsWords)
  const isBlocked = client.is_blocked === '1'
  const block = useSend(api.adminAgent.block, { done: isBlocked ? t.unblockDone : t.blockDone })
  return (
    <ConfirmDialog
      title={isBlocked ? t.unblockTitle(client.name) : t.blockTitle(client.name)}
      action={isBlocked ? t.unblockDo : t.blockDo}
      danger={!isBlocked}
      onConfirm={() => block.send({ client_id: client.client_id, is_blocked: isBlocked ? '0' : '1' })}
      onClose={onClose}
    >
      {isBlocked ? t.unblockText : t.blockText(Number(client.grants))}
    </ConfirmDialog>
  )
}
