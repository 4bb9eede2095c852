import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../lib/api.ts'
import { siteTime } from '../lib/format/dates.ts'
import { read, write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Listing } from '../ui/frame/list-screen.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import { teamWords } from './team.words.ts'
import { AddMembersDialog } from './team-add-members-dialog.tsx'
import { labelOf, type Member, type Team } from './team-rows.ts'
import { TeamShell, useTeam } from './team-shell.tsx'
import { Waiting } from './team-waiting.tsx'

/** From so many members on there is a search. */
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
