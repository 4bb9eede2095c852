import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { personText } from '../ui/person.tsx'
import { Empty, ErrorNote } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { useFoundRows } from '../ui/table/found-rows.tsx'
import { Listing } from '../ui/table/listing.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import type { BoundGroup, Member, Team } from './rows.ts'
import { PickDialog, TeamShell, useTeam } from './shell.tsx'
import { teamWords } from './team.words.ts'

/** The groups that an administrator has bound to the team; its owner can unbind them. Nothing for a team without one. */
function TeamGroups({ team_id }: { team_id: string }) {
  const t = useWords(teamWords)
  const heading = useId()
  const list = useQuery(read(api.teamRule.getList, { team_id }))
  const [leaving, setLeaving] = useState<BoundGroup>()
  const unbind = useSend(api.teamRule.delete)
  if (list.error && !list.data) return <ErrorNote title={t.groupsFailed} error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data?.length) return null
  const nameOf = ({ group_value, provider }: BoundGroup) => (provider ? t.groupOf(group_value, provider) : t.groupOfDirectory(group_value))
  return (
    <section className="team-groups" aria-labelledby={heading}>
      <h2 id={heading}>{t.groups}</h2>
      <p className="help">{t.groupsAbout}</p>
      <ul>
        {list.data.map((group) => (
          <li key={group.rule_id}>
            <span>
              {nameOf(group)}
              <small>
                {t.groupMembers(Number(group.members))} · {t.groupBy(group.by_username)}
              </small>
            </span>
            <button
              type="button"
              className="btn quiet small"
              aria-label={t.unbindGroup(group.group_value)}
              aria-haspopup="dialog"
              onClick={() => setLeaving(group)}
            >
              {t.unbind}
            </button>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={t.unbindGroupTitle(leaving.group_value)}
          action={t.unbindGroupDo}
          danger
          onConfirm={() => unbind.send({ rule_id: leaving.rule_id })}
          onClose={() => setLeaving(undefined)}
        >
          {t.unbindGroupText(Number(leaving.members))}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Adds users who are not in the team yet. */
function AddMembersDialog({ team, members, onClose }: { team: Team; members: Member[]; onClose: () => void }) {
  const t = useWords(teamWords)
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useSend(api.teamMember.save, { done: t.membersAdded(chosen.size), onDone: onClose })
  const choices = useMemo(() => {
    const inside = new Set(members.map((member) => member.member_uid))
    return users.data
      ?.filter((user) => !inside.has(user.uid))
      .map((user) => ({ id: user.username, text: personText(user.username, user.name) }))
  }, [users.data, members])
  return (
    <PickDialog
      title={t.addMembersTitle(team.team_name)}
      text={t.addMembersText}
      label={t.users}
      find={t.findUser}
      empty={t.noUsersFound}
      failed={t.usersFailed}
      action={t.addPeople(chosen.size)}
      choices={choices}
      loading={users}
      chosen={chosen}
      onChange={setChosen}
      saving={save}
      onSave={() => void save.send({ team_id: team.id, member_username: [...chosen].join(',') })}
      onClose={onClose}
    />
  )
}

function ByGroup({ group }: { group: string }) {
  const t = useWords(teamWords)
  const text = t.byGroup(group)
  return (
    <span className="team-lock" title={text}>
      <Lock className="i" aria-hidden="true" />
      <span className="team-group">{group}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

/** Longer lists get a search field. */
const SEARCH_MIN_MEMBERS = 10

function RemoveMember({ member, team, onClose }: { member: Member; team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const name = personText(member.member_username, member.name)
  const remove = useSend(api.teamMember.delete, { done: t.memberRemoved(name) })
  return (
    <ConfirmDialog
      title={t.removeMemberTitle(name)}
      action={t.removeMemberDo}
      danger
      onConfirm={() => remove.send({ id: member.id })}
      onClose={onClose}
    >
      {t.removeMemberText(team.team_name)}
    </ConfirmDialog>
  )
}

function Members({ members, onRemove }: { members: Member[]; onRemove: (member: Member) => void }) {
  const t = useWords(teamWords)
  const language = useLanguage()
  const found = useFoundRows(members, ({ member_username, name }) => `${member_username} ${name}`)
  const columns: Column<Member>[] = [
    {
      head: t.member,
      isName: true,
      look: 'cut',
      title: ({ member_username }) => member_username,
      cell: ({ member_username, group }) => (
        <>
          {member_username}
          {group && <ByGroup group={group} />}
        </>
      ),
    },
    { head: t.personName, cell: ({ name }) => name, look: 'cut' },
    { head: t.added, cell: ({ addtime }) => siteTime(addtime, language), width: 176, look: 'muted' },
  ]
  // A membership by group ends with the group.
  const actions = (member: Member) =>
    member.group === '' && (
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.removeMember(personText(member.member_username, member.name))}
        aria-haspopup="dialog"
        onClick={() => onRemove(member)}
      >
        {t.removeShort}
      </button>
    )
  return (
    <>
      {members.length >= SEARCH_MIN_MEMBERS && found.field(t.findMember)}
      <Table
        name={t.member}
        look="team-table people"
        columns={columns}
        rows={found.rows}
        keyOf={({ id }) => id}
        actions={{ head: t.actions, cell: actions, width: 88 }}
      />
      {found.isNone && <p className="team-none">{t.noSuchMember(found.text)}</p>}
    </>
  )
}

/** /team/member/:team_id */
export function TeamMembersScreen() {
  const t = useWords(teamWords)
  const { team_id = '' } = useParams()
  const { team, known } = useTeam(team_id)
  const list = useQuery(read(api.teamMember.getList, { team_id }))
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  const add = (
    <button type="button" className="btn primary" disabled={!list.data || !team} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.addMembers}
    </button>
  )
  return (
    <TeamShell team_id={team_id} team={team} known={known} part="members" action={add}>
      <Listing
        list={list}
        waiting={<TableWaiting rows={6} isHeaded={false} />}
        failed={t.membersFailed}
        empty={<Empty title={t.noMembers}>{t.noMembersText}</Empty>}
      >
        {(members) => <Members members={members} onRemove={setRemoving} />}
      </Listing>
      <TeamGroups team_id={team_id} />
      {adding && team && list.data && <AddMembersDialog team={team} members={list.data} onClose={() => setAdding(false)} />}
      {removing && team && <RemoveMember member={removing} team={team} onClose={() => setRemoving(null)} />}
    </TeamShell>
  )
}
