import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read, write } from '../lib/api.ts'
import { siteDay } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { type MemberItem, type Option, RightsCells, TableSkeleton, UserCell } from './cells.tsx'
import { memberWords } from './member.words.ts'

/** Binds a team of the user that is not bound yet. */
function TeamAdd({ item_id, bound }: { item_id: string; bound: string[] }) {
  const t = useWords(memberWords)
  const id = useId()
  const [team_id, setTeam] = useState<string>()
  const own = useQuery(read(api.team.getList, {}))
  const save = useMutation(write(api.teamItem.save, 'team', 'teamItemMember'))
  const free = own.data?.filter((team) => !bound.includes(team.id)) ?? []
  const chosen = free.find((team) => team.id === team_id)

  const add = () => {
    if (!chosen || save.isPending) return
    save.mutate(
      { team_id: chosen.id, item_id },
      {
        onSuccess: () => {
          toast(t.teamAdded(chosen.team_name))
          setTeam(undefined)
        },
      },
    )
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
        <button type="submit" className="btn" disabled={!chosen || save.isPending}>
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

const READ_ONLY = '0'

/** The rights of each team member in this item. Only the team's owner can change them; other managers can see them. */
function TeamRightsDialog({ item_id, team, scopes, onClose }: Props) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const account = useAccount()
  const { team_id } = team
  const locked = account?.uid !== team.uid
  const members = useQuery(read(api.teamItemMember.getList, { item_id, team_id }))
  const saveOne = useMutation(write(api.teamItemMember.save))
  const saveAll = useMutation({ ...write(api.teamItemMember.saveAll), onError: (error) => toast(error.message, 'bad') })
  const anyEdits = members.data?.some((member) => member.member_group_id !== READ_ONLY) ?? false
  const lockAll = () => saveAll.mutate({ item_id, team_id, member_group_id: READ_ONLY }, { onSuccess: () => toast(t.allReadOnlyDone) })
  return (
    <Dialog
      wide
      title={t.teamTitle(team.team_name)}
      onClose={onClose}
      actions={
        <>
          {!locked && Boolean(members.data?.length) && (
            <button type="button" className="btn team-all" disabled={!anyEdits || saveAll.isPending} onClick={lockAll}>
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
        {members.isPending ? (
          <TableSkeleton />
        ) : members.isError && !members.data ? (
          <ErrorNote title={t.listFailed} error={members.error} onRetry={() => void members.refetch()} />
        ) : members.data.length ? (
          <Table
            name={t.teamTitle(team.team_name)}
            look="member-table"
            columns={[[t.person, 'wide'], [t.permission, 'rights'], scopes !== undefined && t.scope, [t.since, 'when']]}
          >
            {members.data.map((member) => (
              <tr key={member.id}>
                <td>
                  <UserCell uid={member.member_uid} username={member.member_username} name={member.name} />
                </td>
                <RightsCells
                  who={member.member_username}
                  member_group_id={member.member_group_id}
                  cat_id={member.cat_id}
                  scopes={scopes}
                  disabled={locked}
                  onChange={(change) => saveOne.mutateAsync({ id: member.id, ...change })}
                />
                <td className="when muted">{siteDay(member.addtime, language)}</td>
              </tr>
            ))}
          </Table>
        ) : (
          <p className="member-none muted">{t.teamEmpty}</p>
        )}
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
  const remove = useMutation(write(api.teamItem.delete, 'team', 'teamItemMember'))
  return (
    <div className="member-teams">
      <h2>{t.teams}</h2>
      <p className="setting-sub">{t.teamsSub}</p>
      {bound.data ? (
        <>
          <TeamAdd item_id={item_id} bound={bound.data.map((row) => row.team_id)} />
          {bound.data.length ? (
            <Table name={t.teams} look="member-table" columns={[[t.team, 'wide'], t.teamOwner, [t.since, 'when']]} actions={t.acts}>
              {bound.data.map((row) => (
                <tr key={row.id}>
                  <td>
                    <b>{row.team_name}</b>
                  </td>
                  <td className="muted">{row.username}</td>
                  <td className="when muted">{siteDay(row.addtime, language)}</td>
                  <td className="end">
                    <div className="row">
                      <button
                        type="button"
                        className="btn s"
                        aria-label={t.permissionsOf(row.team_name)}
                        aria-haspopup="dialog"
                        onClick={() => setEditing(row)}
                      >
                        {t.permissions}
                      </button>
                      <IconButton className="s" name={t.unbind(row.team_name)} aria-haspopup="dialog" onClick={() => setUnbinding(row)}>
                        <X className="i" aria-hidden="true" />
                      </IconButton>
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          ) : (
            <p className="member-none muted">{t.noneBound}</p>
          )}
        </>
      ) : bound.isError ? (
        <ErrorNote title={t.teamsFailed} error={bound.error} onRetry={() => void bound.refetch()} />
      ) : (
        <TableSkeleton rows={2} />
      )}
      {editing && <TeamRightsDialog item_id={item_id} team={editing} scopes={scopes} onClose={() => setEditing(null)} />}
      {unbinding && (
        <ConfirmDialog
          title={t.unbindTitle(unbinding.team_name, item.item_name)}
          action={t.unbindDo}
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ id: unbinding.id })
            toast(t.unbound(unbinding.team_name))
          }}
          onClose={() => setUnbinding(null)}
        >
          {t.unbindText}
        </ConfirmDialog>
      )}
    </div>
  )
}
