import type { Answer } from '@sheaf/contract/client'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '../lib/api.ts'
import { siteDay } from '../lib/format/dates.ts'
import { write } from '../lib/query.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { memberWords } from './member.words.ts'
import { RightsCells } from './rights-cells.tsx'
import type { Option } from './use-scopes.ts'
import { Who } from './who.tsx'

export type Member = Answer<'member', 'getList'>[number]

export function MemberRow({ member, scopes, onRemove }: { member: Member; scopes: Option[] | undefined; onRemove: () => void }) {
  const t = useWords(memberWords)
  const language = useLanguage()
  const { item_id, item_member_id, username, addtime } = member
  const update = useMutation(write(api.member.update))
  return (
    <tr>
      <td>
        <Who {...member} />
      </td>
      <RightsCells
        who={username}
        member_group_id={member.member_group_id}
        cat_id={member.cat_id}
        scopes={scopes}
        onChange={(change) => update.mutateAsync({ item_id, item_member_id, ...change })}
      />
      <td className="when muted">{siteDay(addtime, language)}</td>
      <td className="end">
        <IconButton className="s" name={t.remove(username)} aria-haspopup="dialog" onClick={onRemove}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  )
}
