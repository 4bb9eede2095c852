import type { Answer } from '@sheaf/contract/client'
import { SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Bone, Skeleton } from '../ui/placeholder.tsx'
import { toast } from '../ui/toast.tsx'
import { memberWords } from './member.words.ts'

interface RowSelectProps {
  label: string
  value: string
  options: Option[]
  /** Label of a value that is no longer among the options. */
  gone?: string
  disabled?: boolean
  /** Saves the choice. The new value is shown meanwhile; after a refusal the old value returns. */
  onPick: (value: string) => Promise<unknown>
}

/** Longer lists are rendered only when the field is about to open, because there can be hundreds of rows. */
const LAZY_OPTIONS_MIN = 30

/** A native select in a table row, under a styled label. It saves in place and works well on phones and with the keyboard. */
function RowSelect({ label, value, options, gone = '', disabled = false, onPick }: RowSelectProps) {
  const [near, setNear] = useState(false)
  const [picked, setPicked] = useState<string>()
  const current = picked ?? value
  const known = options.find((option) => option.value === current) ?? { value: current, label: gone }
  const all = options.includes(known) ? options : [known, ...options]
  const onNear = () => setNear(true)
  const pick = async (next: string) => {
    setPicked(next)
    await onPick(next).catch((error: Error) => toast(error.message, 'bad'))
    setPicked(undefined)
  }
  return (
    <span className={disabled ? 'row-select off' : 'row-select'} title={known.label}>
      <span className="cut" aria-hidden="true">
        {known.label}
      </span>
      <select
        aria-label={label}
        value={current}
        disabled={disabled}
        onFocus={onNear}
        onPointerDown={onNear}
        onChange={(event) => void pick(event.target.value)}
      >
        {(near || all.length <= LAZY_OPTIONS_MIN ? all : [known]).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </span>
  )
}

export interface Option {
  value: string
  label: string
}

const EVERYTHING = '0'
const WITHOUT_CATALOGS = [SINGLE_PAGE, SPREADSHEET_ITEM].map(String)

/** The scopes of a member: the whole item, or a catalog by its full path. undefined for items without catalogs. */
export function useScopes({ item_id, item_type }: { item_id: string; item_type: string }): Option[] | undefined {
  const t = useWords(memberWords)
  const has = !WITHOUT_CATALOGS.includes(item_type)
  const catalogs = useQuery({ ...read(api.catalog.catListName, { item_id }), enabled: has })
  if (!has) return undefined
  return [
    { value: EVERYTHING, label: t.allCatalogs },
    ...(catalogs.data ?? []).map((catalog) => ({ value: catalog.cat_id, label: catalog.cat_name })),
  ]
}

/** The fields of an item that the member panel needs. */
export type MemberItem = Pick<Answer<'item', 'detail'>, 'item_id' | 'item_name' | 'item_type' | 'uid' | 'username'>

/** A user in a table, with name and user name. */
export function UserCell({ uid, username, name }: { uid: string; username: string; name: string }) {
  return (
    <div className="who">
      <span className={`ava c${(Number(uid) % 6) + 1}`} aria-hidden="true">
        {[...(name || username)][0]?.toUpperCase()}
      </span>
      <div>
        <b>{name || username}</b> {name && <span className="muted">{username}</span>}
      </div>
    </div>
  )
}

const ROW = 44

/** Placeholder rows with the final height. */
export const TableSkeleton = ({ rows = 4 }: { rows?: number }) => (
  <Skeleton>
    {Array.from({ length: rows }, (_, at) => (
      <div key={`${at + 1}`} className="member-bones" style={{ height: ROW - 14 }}>
        <Bone width={26} height={26} />
        <Bone width={160} />
        <Bone width={72} />
        <Bone width={104} />
      </div>
    ))}
  </Skeleton>
)

interface Props {
  who: string
  member_group_id: string
  cat_id: string
  scopes: Option[] | undefined
  disabled?: boolean
  onChange: (change: { member_group_id?: string; cat_id?: string }) => Promise<unknown>
}

/** The permission and the scope of a member, edited in place. */
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
