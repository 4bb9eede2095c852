import './member.css'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { memberWords } from './member.words.ts'
import { MemberAdd } from './member-add.tsx'
import type { MemberItem } from './member-item.ts'
import { MemberTable } from './member-table.tsx'
import { MemberTeams } from './member-teams.tsx'
import { useScopes } from './use-scopes.ts'

/** Who works on the item: people, and below them teams. */
export function MemberPanel({ item }: { item: MemberItem }) {
  const t = useWords(memberWords)
  const scopes = useScopes(item)
  const members = useQuery(read(api.member.getList, { item_id: item.item_id }))
  const users = useQuery(read(api.user.allUser, { username: '' }))
  return (
    <section className="members">
      <h1>{t.title}</h1>
      <p className="setting-sub">{scopes ? t.sub : t.subPlain}</p>
      <MemberAdd item={item} scopes={scopes} members={members.data} users={users} />
      <MemberTable item={item} scopes={scopes} members={members} users={users.data} />
      <MemberTeams item={item} scopes={scopes} />
    </section>
  )
}
