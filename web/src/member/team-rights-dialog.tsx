import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { siteDay } from '../lib/format/dates.ts'
import { read, write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import { memberWords } from './member.words.ts'
import { RightsCells } from './rights-cells.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import type { Option } from './use-scopes.ts'
import { Who } from './who.tsx'

interface Props {
  item_id: string
  team: { team_id: string; team_name: string; uid: string; username: string }
  scopes: Option[] | undefined
  onClose: () => void
}

const READ_ONLY = '0'

/** What each person of a team may do in this item. Only the team's owner decides; other managers see it. */
export function TeamRightsDialog({ item_id, team, scopes, onClose }: Props) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const account = useAccount()
  const { team_id } = team
  const locked = account?.uid !== team.uid
  const people = useQuery(read(api.teamItemMember.getList, { item_id, team_id }))
  const one = useMutation(write(api.teamItemMember.save))
  const all = useMutation({ ...write(api.teamItemMember.saveAll), onError: (error) => toast(error.message, 'bad') })
  const anyEdits = people.data?.some((person) => person.member_group_id !== READ_ONLY) ?? false
  const lockAll = () => all.mutate({ item_id, team_id, member_group_id: READ_ONLY }, { onSuccess: () => toast(t.allReadOnlyDone) })
  return (
    <Dialog
      wide
      title={t.teamTitle(team.team_name)}
      onClose={onClose}
      actions={
        <>
          {!locked && Boolean(people.data?.length) && (
            <button type="button" className="btn team-all" disabled={!anyEdits || all.isPending} onClick={lockAll}>
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
        {people.isPending ? (
          <TableSkeleton />
        ) : people.isError && !people.data ? (
          <ErrorNote title={t.listFailed} error={people.error} onRetry={() => void people.refetch()} />
        ) : people.data.length ? (
          <Table
            name={t.teamTitle(team.team_name)}
            look="member-table"
            columns={[[t.person, 'wide'], [t.permission, 'rights'], scopes !== undefined && t.scope, [t.since, 'when']]}
          >
            {people.data.map((person) => (
              <tr key={person.id}>
                <td>
                  <Who uid={person.member_uid} username={person.member_username} name={person.name} />
                </td>
                <RightsCells
                  who={person.member_username}
                  member_group_id={person.member_group_id}
                  cat_id={person.cat_id}
                  scopes={scopes}
                  disabled={locked}
                  onChange={(change) => one.mutateAsync({ id: person.id, ...change })}
                />
                <td className="when muted">{siteDay(person.addtime, language)}</td>
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
