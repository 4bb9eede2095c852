import './team.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ListHead } from '../ui/frame/list-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { teamWords } from './team.words.ts'
import type { Team } from './team-rows.ts'

export function useTeam(team_id: string) {
  const teams = useQuery(read(api.team.getList, {}))
  return { team: teams.data?.find((team) => team.id === team_id), known: !teams.isPending }
}

interface Props {
  team_id: string
  team: Team | undefined
  known: boolean
  part: 'members' | 'items'
  /** The one primary button. */
  action: ReactNode
  children: ReactNode
}

/** What the two screens of a team share: the way back, its name, and the way to the other one. */
export function TeamShell({ team_id, team, known, part, action, children }: Props) {
  const t = useWords(teamWords)
  const tab = (name: 'members' | 'items', text: string, count: string | undefined, path: string) => (
    <Link to={path} aria-current={name === part ? 'page' : undefined} replace>
      {text} {count !== undefined && <span className="n">{count}</span>}
    </Link>
  )
  const name = team?.team_name ?? t.teams
  return (
    <Screen title={part === 'members' ? t.membersOf(name) : t.itemsOf(name)}>
      <div className="screen team">
        <ListHead
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
