import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { teamWords } from './team.words.ts'
import { PickDialog } from './team-pick-dialog.tsx'
import { labelOf, type Member, type Team } from './team-rows.ts'

/** Users who are not in the team yet, as many as one likes. */
export function AddMembersDialog({ team, members, onClose }: { team: Team; members: Member[]; onClose: () => void }) {
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
