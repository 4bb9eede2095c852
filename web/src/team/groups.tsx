import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import type { BoundGroup } from './rows.ts'
import { teamWords } from './team.words.ts'

/** The groups that an administrator has bound to the team; its owner can unbind them. Nothing for a team without one. */
export function TeamGroups({ team_id }: { team_id: string }) {
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
