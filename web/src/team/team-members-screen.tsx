import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { api, read, write } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Listing } from '../ui/frame/list-screen.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { labelOf, type Member, type Team, Waiting } from './rows.tsx'
import { PickDialog, TeamShell, useTeam } from './shell.tsx'
import { teamWords } from './team.words.ts'

/** Adds users who are not in the team yet. */
function AddMembersDialog({ team, members, onClose }: { team: Team; members: Member[]; onClose: () => void }) {
  const t = useWords(teamWords)
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useMutation(write(api.teamMember.save, 'team', 'teamItemMember'))
  const choices = useMemo(() => {
    const inside = new Set(members.map((member) => member.member_uid))
    return users.data
      ?.filter((user) => !inside.has(user.uid))
      .map((user) => ({ id: user.username, text: labelOf(user.username, user.name) }))
  }, [users.data, members])
  return (
    <PickDialog
      title={t.addMembersTitle(team.team_name)}
      text={t.addMembersText}
      label={t.users}
      find={t.findUser}
      empty={t.nobodyLeft}
      failed={t.usersFailed}
      action={t.addPeople(chosen.size)}
      choices={choices}
      loading={users}
      chosen={chosen}
      onChange={setChosen}
      saving={save}
      onSave={() =>
        save.mutate(
          { team_id: team.id, member_username: [...chosen].join(',') },
          {
            onSuccess: () => {
              toast(t.membersAdded(chosen.size))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

/** Longer lists get a search field. */
const SEARCH_MIN_MEMBERS = 10
const flat = (text: string) => text.normalize('NFKC').toLowerCase()

function RemoveMember({ member, team, onClose }: { member: Member; team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const remove = useMutation(write(api.teamMember.delete, 'team', 'teamItemMember'))
  const name = labelOf(member.member_username, member.name)
  const confirm = async () => {
    await remove.mutateAsync({ id: member.id })
    toast(t.memberRemoved(name))
  }
  return (
    <ConfirmDialog title={t.removeMemberTitle(name)} action={t.removeMemberDo} danger onConfirm={confirm} onClose={onClose}>
      {t.removeMemberText(team.team_name)}
    </ConfirmDialog>
  )
}

function Members({ members, onRemove }: { members: Member[]; onRemove: (member: Member) => void }) {
  const t = useWords(teamWords)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const shown = members.filter((member) => flat(`${member.member_username} ${member.name}`).includes(flat(text)))
  return (
    <>
      {members.length >= SEARCH_MIN_MEMBERS && (
        <label className="search team-find">
          <Search className="i" aria-hidden="true" />
          <input
            type="search"
            value={typed}
            placeholder={t.findMember}
            aria-label={t.findMember}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      <Table name={t.member} look="team-table people" columns={[t.member, t.personName, t.added]} actions={t.actions}>
        {shown.map((member) => (
          <tr key={member.id}>
            <th scope="row" className="cut">
              {member.member_username}
            </th>
            <td className="cut">{member.name}</td>
            <td className="muted">{siteTime(member.addtime, language)}</td>
            <td className="acts">
              <IconButton name={t.removeMember(labelOf(member.member_username, member.name))} onClick={() => onRemove(member)}>
                <X className="i" aria-hidden="true" />
              </IconButton>
            </td>
          </tr>
        ))}
      </Table>
      {shown.length === 0 && <p className="team-none">{t.noSuchMember(text)}</p>}
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
  const add = (look: string) => (
    <button type="button" className={look} disabled={!list.data || !team} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.addMembers}
    </button>
  )
  return (
    <TeamShell team_id={team_id} team={team} known={known} part="members" action={add('btn primary')}>
      <Listing
        list={list}
        waiting={<Waiting rows={6} />}
        failed={t.membersFailed}
        empty={
          <Empty title={t.noMembers} actions={add('btn')}>
            {t.noMembersText}
          </Empty>
        }
      >
        {(members) => <Members members={members} onRemove={setRemoving} />}
      </Listing>
      {adding && team && list.data && <AddMembersDialog team={team} members={list.data} onClose={() => setAdding(false)} />}
      {removing && team && <RemoveMember member={removing} team={team} onClose={() => setRemoving(null)} />}
    </TeamShell>
  )
}
