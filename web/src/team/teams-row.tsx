import { ArrowRightLeft, BookOpen, Pencil, Trash2, Users } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { teamWords } from './team.words.ts'
import type { Team } from './team-rows.ts'

export type TeamAction = 'rename' | 'transfer' | 'remove'

export function TeamRow({ team, onDo }: { team: Team; onDo: (deed: TeamAction) => void }) {
  const t = useWords(teamWords)
  const name = team.team_name
  return (
    <tr>
      <th scope="row" className="cut">
        {name}
      </th>
      <td>
        <Link to={paths.teamMembers(team.id)} aria-label={`${name}: ${t.people(Number(team.memberCount))}`}>
          <span className="num hide-s">{team.memberCount}</span>
          <span className="only-s">{t.people(Number(team.memberCount))}</span>
        </Link>
      </td>
      <td>
        <Link to={paths.teamItems(team.id)} aria-label={`${name}: ${t.items(Number(team.itemCount))}`}>
          <span className="num hide-s">{team.itemCount}</span>
          <span className="only-s">{t.items(Number(team.itemCount))}</span>
        </Link>
      </td>
      <td className="acts">
        <IconLink className="hide-s" name={t.membersOf(name)} to={paths.teamMembers(team.id)}>
          <Users className="i" aria-hidden="true" />
        </IconLink>
        <IconLink className="hide-s" name={t.itemsOf(name)} to={paths.teamItems(team.id)}>
          <BookOpen className="i" aria-hidden="true" />
        </IconLink>
        <IconButton name={t.rename(name)} onClick={() => onDo('rename')}>
          <Pencil className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.transfer(name)} onClick={() => onDo('transfer')}>
          <ArrowRightLeft className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.remove(name)} onClick={() => onDo('remove')}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}
