import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { siteDay } from '../lib/format/dates.ts'
import { read, write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import { memberWords } from './member.words.ts'
import type { MemberItem } from './member-item.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { TeamAdd } from './team-add.tsx'
import { TeamRightsDialog } from './team-rights-dialog.tsx'
import type { Option } from './use-scopes.ts'

type Bound = Answer<'teamItem', 'getList'>[number]

/** The teams of the item: bind, decide per person, unbind. */
export function MemberTeams({ item, scopes }: { item: MemberItem; scopes: Option[] | undefined }) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const { item_id } = item
  const [deciding, setDeciding] = useState<Bound | null>(null)
  const [leaving, setLeaving] = useState<Bound | null>(null)
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
                        onClick={() => setDeciding(row)}
                      >
                        {t.permissions}
                      </button>
                      <IconButton className="s" name={t.unbind(row.team_name)} aria-haspopup="dialog" onClick={() => setLeaving(row)}>
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
      {deciding && <TeamRightsDialog item_id={item_id} team={deciding} scopes={scopes} onClose={() => setDeciding(null)} />}
      {leaving && (
        <ConfirmDialog
          title={t.unbindTitle(leaving.team_name, item.item_name)}
          action={t.unbindDo}
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ id: leaving.id })
            toast(t.unbound(leaving.team_name))
          }}
          onClose={() => setLeaving(null)}
        >
          {t.unbindText}
        </ConfirmDialog>
      )}
    </div>
  )
}
