import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { NewTab } from '../ui/icon-button.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Listing } from '../ui/table/listing.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { AuthorityDialog } from './rights-dialog.tsx'
import type { Bound, Team } from './rows.ts'
import { PickDialog, TeamShell, useTeam } from './shell.tsx'
import { teamWords } from './team.words.ts'

/** Binds items of the user that are not bound yet. Archived items are read-only and not offered. */
function BindDialog({ team, bound, onClose }: { team: Team; bound: Bound[]; onClose: () => void }) {
  const t = useWords(teamWords)
  const own = useQuery(read(api.item.myList, { original: 1 }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useSend(api.teamItem.save, { done: t.itemsBound(chosen.size), onDone: onClose })
  const choices = useMemo(() => {
    const known = new Set(bound.map((item) => item.item_id))
    return own.data
      ?.filter((item) => !known.has(item.item_id) && item.is_archived !== '1')
      .map((item) => ({ id: item.item_id, text: item.item_name }))
  }, [own.data, bound])
  return (
    <PickDialog
      title={t.bindTitle(team.team_name)}
      text={t.bindText}
      label={t.ownItems}
      find={t.findItem}
      empty={t.allBound}
      failed={t.itemsFailed}
      action={t.bindDo(chosen.size)}
      choices={choices}
      loading={own}
      chosen={chosen}
      onChange={setChosen}
      saving={save}
      onSave={() => void save.send({ team_id: team.id, item_id: [...chosen].join(',') })}
      onClose={onClose}
      foot={
        <Link className="team-create" to={paths.addItem()}>
          <Plus className="i" aria-hidden="true" />
          {t.createItem}
        </Link>
      }
    />
  )
}

type Open = { action: 'authority' | 'unbind'; item: Bound }

function UnbindDialog({ item, team, onClose }: { item: Bound; team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const unbind = useSend(api.teamItem.delete, { done: t.unbound(item.item_name) })
  return (
    <ConfirmDialog
      title={t.unbindTitle(item.item_name)}
      action={t.unbindDo}
      danger
      onConfirm={() => unbind.send({ id: item.id })}
      onClose={onClose}
    >
      {t.unbindText(team.team_name)}
    </ConfirmDialog>
  )
}

function Items({ items, team }: { items: Bound[]; team: Team | undefined }) {
  const t = useWords(teamWords)
  const [open, setOpen] = useState<Open | null>(null)
  const language = useLanguage()
  const close = () => setOpen(null)
  const columns: Column<Bound>[] = [
    { head: t.itemName, cell: (item) => <BoundName item={item} />, isName: true },
    { head: t.bound, cell: ({ addtime }) => siteTime(addtime, language), width: 176, look: 'muted' },
  ]
  const actions = (item: Bound) => (
    <>
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.authorityOf(item.item_name)}
        aria-haspopup="dialog"
        onClick={() => setOpen({ action: 'authority', item })}
      >
        {t.rights}
      </button>
      <RowMenu name={item.item_name}>
        <MenuItem bad onSelect={() => setOpen({ action: 'unbind', item })}>
          {t.unbind}
        </MenuItem>
      </RowMenu>
    </>
  )
  return (
    <>
      <Table
        name={t.itemName}
        look="team-table"
        columns={columns}
        rows={items}
        keyOf={({ id }) => id}
        actions={{ head: t.actions, cell: actions, width: 112 }}
      />
      {open?.action === 'authority' && <AuthorityDialog item={open.item} onClose={close} />}
      {open?.action === 'unbind' && team && <UnbindDialog item={open.item} team={team} onClose={close} />}
    </>
  )
}

function BoundName({ item }: { item: Bound }) {
  const t = useWords(teamWords)
  return (
    <span className="row-name">
      <Link className="cut" to={paths.item(item)} target="_blank">
        {item.item_name}
        <NewTab />
      </Link>
      {item.is_archived === '1' && <span className="tag">{t.archived}</span>}
    </span>
  )
}

/** /team/item/:team_id */
export function TeamItemsScreen() {
  const t = useWords(teamWords)
  const { team_id = '' } = useParams()
  const { team, known } = useTeam(team_id)
  const list = useQuery(read(api.teamItem.getListByTeam, { team_id }))
  const [binding, setBinding] = useState(false)
  const bind = (
    <button type="button" className="btn primary" disabled={!list.data || !team} onClick={() => setBinding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.bind}
    </button>
  )
  return (
    <TeamShell team_id={team_id} team={team} known={known} part="items" action={bind}>
      <Listing
        list={list}
        waiting={<TableWaiting rows={6} isHeaded={false} />}
        failed={t.itemsFailed}
        empty={<Empty title={t.noItems}>{t.noItemsText}</Empty>}
      >
        {(items) => <Items items={items} team={team} />}
      </Listing>
      {binding && team && list.data && <BindDialog team={team} bound={list.data} onClose={() => setBinding(false)} />}
    </TeamShell>
  )
}
