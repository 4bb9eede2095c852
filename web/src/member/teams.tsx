import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { Listing } from '../ui/table/listing.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { type MemberItem, type Option, useRightsColumns } from './cells.tsx'
import { memberWords } from './member.words.ts'

/** Binds a team of the user that is not bound yet. */
function TeamAdd({ item_id, bound }: { item_id: string; bound: string[] }) {
  const t = useWords(memberWords)
  const id = useId()
  const [team_id, setTeam] = useState<string>()
  const own = useQuery(read(api.team.getList, {}))
  const free = own.data?.filter((team) => !bound.includes(team.id)) ?? []
  const chosen = free.find((team) => team.id === team_id)
  const save = useSend(api.teamItem.save, { done: t.teamAdded(chosen?.team_name ?? ''), onDone: () => setTeam(undefined) })

  const add = () => {
    if (chosen) void save.send({ team_id: chosen.id, item_id })
  }
  const problem = save.error?.message ?? own.error?.message ?? ''
  const manage = <Link to={paths.teams()}>{t.manageTeams}</Link>
  if (own.data && !free.length)
    return (
      <p className="help team-add">
        {own.data.length ? t.allTeams : t.noTeams} {manage}
      </p>
    )
  return (
    <form
      className="team-add"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label className="label" htmlFor={id}>
        {t.addTeam}
      </label>
      <div className="team-add-row">
        <Combobox
          id={id}
          value={chosen?.id}
          options={free.map((team) => ({ value: team.id, label: team.team_name }))}
          waiting={own.isPending}
          placeholder={t.chooseTeam}
          onChange={(next) => {
            save.reset()
            setTeam(next)
          }}
        />
        <button type="submit" className="btn" disabled={!chosen || save.busy}>
          {t.addTeamDo}
        </button>
      </div>
      <FieldError>{problem}</FieldError>
      <div className="help">{manage}</div>
    </form>
  )
}

interface Props {
  item_id: string
  team: { team_id: string; team_name: string; uid: string; username: string }
  scopes: Option[] | undefined
  onClose: () => void
}

type TeamRight = Answer<'teamItemMember', 'getList'>[number]
const READ_ONLY = '0'

/** The rights of each team member in this item. Only the team's owner can change them; other managers can see them. */
function TeamRightsDialog({ item_id, team, scopes, onClose }: Props) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const account = useAccount()
  const { team_id } = team
  const locked = account?.uid !== team.uid
  const members = useQuery(read(api.teamItemMember.getList, { item_id, team_id }))
  const saveOne = useSend(api.teamItemMember.save, { queue: `rights ${item_id} ${team_id}` })
  const saveAll = useSend(api.teamItemMember.saveAll, { done: t.allReadOnlyDone, failed: true })
  const rights = useRightsColumns<TeamRight>({
    scopes,
    of: ({ member_uid, member_username, name, member_group_id, cat_id }) => ({
      uid: member_uid,
      username: member_username,
      name,
      member_group_id,
      cat_id,
    }),
    disabled: locked,
    onChange: ({ id }, change) => saveOne.send({ id, ...change }),
  })
  const anyEdits = members.data?.some((member) => member.member_group_id !== READ_ONLY) ?? false
  const lockAll = () => void saveAll.send({ item_id, team_id, member_group_id: READ_ONLY })
  return (
    <Dialog
      wide
      title={t.teamTitle(team.team_name)}
      onClose={onClose}
      actions={
        <>
          {!locked && Boolean(members.data?.length) && (
            <button type="button" className="btn team-all" disabled={!anyEdits || saveAll.busy} onClick={lockAll}>
              {t.allReadOnly}
            </button>
          )}
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.close}
          </button>
        </>
      }
    >
      <p>{locked ? t.teamOthers(team.username) : t.teamSub}</p>
      <div className="team-rights">
        <Listing list={members} waiting={<TableWaiting />} failed={t.listFailed} empty={<p className="rows-none">{t.teamEmpty}</p>}>
          {(list) => (
            <Table
              name={t.teamTitle(team.team_name)}
              look="member-table"
              columns={[...rights, { head: t.since, cell: ({ addtime }) => siteDay(addtime, language), width: 108, look: 'when muted' }]}
              rows={list}
              keyOf={({ id }) => id}
            />
          )}
        </Listing>
      </div>
    </Dialog>
  )
}

type Bound = Answer<'teamItem', 'getList'>[number]

/** The teams of the item: bind, set rights per member, unbind. */
export function MemberTeams({ item, scopes }: { item: MemberItem; scopes: Option[] | undefined }) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const { item_id } = item
  const [editing, setEditing] = useState<Bound | null>(null)
  const [unbinding, setUnbinding] = useState<Bound | null>(null)
  const bound = useQuery(read(api.teamItem.getList, { item_id }))
  const remove = useSend(api.teamItem.delete, { done: t.unbound(unbinding?.team_name ?? '') })
  const columns: Column<Bound>[] = [
    { head: t.team, cell: ({ team_name }) => <b>{team_name}</b>, width: '34%' },
    { head: t.teamOwner, cell: ({ username }) => username, look: 'muted' },
    { head: t.since, cell: ({ addtime }) => siteDay(addtime, language), width: 108, look: 'when muted' },
  ]
  const actions = (row: Bound) => (
    <div className="row">
      <button
        type="button"
        className="btn small"
        aria-label={t.permissionsOf(row.team_name)}
        aria-haspopup="dialog"
        onClick={() => setEditing(row)}
      >
        {t.permissions}
      </button>
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.unbind(row.team_name)}
        aria-haspopup="dialog"
        onClick={() => setUnbinding(row)}
      >
        {t.removeShort}
      </button>
    </div>
  )
  return (
    <div className="member-teams">
      <h2>{t.teams}</h2>
      <p className="member-teams-about">{t.teamsSub}</p>
      {bound.data && <TeamAdd item_id={item_id} bound={bound.data.map((row) => row.team_id)} />}
      <Listing list={bound} waiting={<TableWaiting rows={2} />} failed={t.teamsFailed} empty={<p className="rows-none">{t.noneBound}</p>}>
        {(list) => (
          <Table
            name={t.teams}
            look="member-table"
            columns={columns}
            rows={list}
            keyOf={({ id }) => id}
            actions={{ head: t.acts, cell: actions, width: 172 }}
          />
        )}
      </Listing>
      {editing && <TeamRightsDialog item_id={item_id} team={editing} scopes={scopes} onClose={() => setEditing(null)} />}
      {unbinding && (
        <ConfirmDialog
          title={t.unbindTitle(unbinding.team_name, item.item_name)}
          action={t.unbindDo}
          danger
          onConfirm={() => remove.send({ id: unbinding.id })}
          onClose={() => setUnbinding(null)}
        >
          {t.unbindText}
        </ConfirmDialog>
      )}
    </div>
  )
}
