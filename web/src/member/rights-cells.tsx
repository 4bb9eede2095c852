import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.ts'
import { memberWords } from './member.words.ts'
import { RowSelect } from './row-select.tsx'
import type { Option } from './use-scopes.ts'

interface Props {
  who: string
  member_group_id: string
  cat_id: string
  scopes: Option[] | undefined
  disabled?: boolean
  onChange: (change: { member_group_id?: string; cat_id?: string }) => Promise<unknown>
}

/** The permission and the scope of a person, changed in place. */
export function RightsCells({ who, member_group_id, cat_id, scopes, disabled = false, onChange }: Props) {
  const t = useWords(memberWords)
  return (
    <>
      <td>
        <RowSelect
          label={t.permissionOf(who)}
          value={member_group_id}
          disabled={disabled}
          options={[
            { value: '1', label: t.edit },
            { value: '0', label: t.readOnly },
          ]}
          onPick={(value) => onChange({ member_group_id: value }).then(() => toast(t.permissionSaved))}
        />
      </td>
      {scopes && (
        <td>
          <RowSelect
            label={t.scopeOf(who)}
            value={cat_id}
            disabled={disabled}
            options={scopes}
            gone={t.goneCatalog}
            onPick={(value) => onChange({ cat_id: value }).then(() => toast(t.scopeSaved))}
          />
        </td>
      )}
    </>
  )
}
