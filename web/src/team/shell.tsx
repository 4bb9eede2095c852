import './team.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { type Choice, PickList } from '../ui/forms/pick-list.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { BATCH_MAX, type Team } from './rows.ts'
import { teamWords } from './team.words.ts'

interface PickDialogProps {
  title: string
  text: string
  label: string
  find: string
  empty: string
  failed: string
  action: string
  choices: Choice[] | undefined
  loading: { error: Error | null; refetch: () => unknown }
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  saving: { busy: boolean; error: Error | null }
  onSave: () => void
  onClose: () => void
  /** Shown below the list. */
  foot?: ReactNode
}

/** A dialog to select several entries of a long list and add them. */
export function PickDialog(props: PickDialogProps) {
  const { title, text, label, find, empty, failed, action, choices, loading, chosen, onChange, saving, onSave, onClose, foot } = props
  const t = useWords(teamWords)
  const ready = chosen.size > 0 && chosen.size <= BATCH_MAX && !saving.busy
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => ready && onSave()}
      actions={<FormActions action={action} disabled={!ready} onClose={onClose} />}
    >
      <p>{text}</p>
      <div className="team-pick">
        {choices ? (
          <PickList label={label} find={find} choices={choices} chosen={chosen} onChange={onChange} empty={empty} autoFocus />
        ) : loading.error ? (
          <ErrorNote title={failed} error={loading.error} onRetry={() => void loading.refetch()} />
        ) : (
          <Skeleton>
            <Bone height={36} />
            <Bone height={274} />
          </Skeleton>
        )}
      </div>
      {foot}
      <FieldError>{chosen.size > BATCH_MAX ? t.tooMany(BATCH_MAX) : saving.error?.message}</FieldError>
    </Dialog>
  )
}

export function useTeam(team_id: string) {
  const teams = useQuery(read(api.team.getList, {}))
  return { team: teams.data?.find((team) => team.id === team_id), known: !teams.isPending }
}

interface Props {
  team_id: string
  team: Team | undefined
  known: boolean
  part: 'members' | 'items'
  /** The primary button. */
  action: ReactNode
  children: ReactNode
}

/** The common frame of a team's two screens: back link, team name and tabs. */
export function TeamShell({ team_id, team, known, part, action, children }: Props) {
  const t = useWords(teamWords)
  const tab = (name: 'members' | 'items', text: string, count: string | undefined, path: string) => (
    <Link to={path} aria-current={name === part ? 'page' : undefined} replace>
      {text} {count !== undefined && <span className="count">{count}</span>}
    </Link>
  )
  const name = team?.team_name ?? t.teams
  return (
    <Screen title={part === 'members' ? t.membersOf(name) : t.itemsOf(name)}>
      <div className="screen team">
        <PageHead
          back={{ to: paths.teams(), text: t.backToTeams }}
          title={
            team || known ? (
              <h1>{name}</h1>
            ) : (
              <Skeleton>
                <Bone width={180} height={32} />
              </Skeleton>
            )
          }
          action={team && action}
        />
        <nav className="tabs" aria-label={t.sections}>
          {tab('members', t.memberCount, team?.memberCount, paths.teamMembers(team_id))}
          {tab('items', t.itemCount, team?.itemCount, paths.teamItems(team_id))}
        </nav>
        {children}
      </div>
    </Screen>
  )
}
