import type { Answer } from '@sheaf/contract/client'
import { SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Avatar, Person } from '../ui/person.tsx'
import { useSend } from '../ui/send.ts'
import type { Column } from '../ui/table/table.tsx'
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
  const { send, input: picked } = useSend(onPick, { failed: true, queue: useId() })
  const current = picked ?? value
  const known = options.find((option) => option.value === current) ?? { value: current, label: gone }
  const all = options.includes(known) ? options : [known, ...options]
  const onNear = () => setNear(true)
  return (
    <span className={disabled ? 'over-select row-select off' : 'over-select row-select'} title={known.label}>
      <span className="cut" aria-hidden="true">
        {known.label}
      </span>
      <select
        aria-label={label}
        value={current}
        disabled={disabled}
        onFocus={onNear}
        onPointerDown={onNear}
        onChange={(event) => void send(event.target.value)}
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
function UserCell({ username, name }: { username: string; name: string }) {
  return (
    <div className="who">
      <Avatar {...{ name, username }} />
      <div>
        <Person {...{ name, username }} />
      </div>
    </div>
  )
}

/** The user, the permission and the scope of a row. */
interface Rights {
  uid: string
  username: string
  name: string
  member_group_id: string
  cat_id: string
}

interface RightsOptions<Row> {
  scopes: Option[] | undefined
  of: (row: Row) => Rights
  /** Rows without selects: the texts of the permission. */
  fixed?: (row: Row) => string | undefined
  disabled?: boolean
  onChange: (row: Row, change: { member_group_id?: string; cat_id?: string }) => Promise<unknown>
}

/** The columns of a user with the permission and the scope, which are edited in place. */
export function useRightsColumns<Row>({ scopes, of, fixed, disabled = false, onChange }: RightsOptions<Row>): (Column<Row> | false)[] {
  const t = useWords(memberWords)
  const permissions = [
    { value: '1', label: t.edit },
    { value: '0', label: t.readOnly },
  ]
  const permission = (row: Row) => (
    <RowSelect
      label={t.permissionOf(of(row).username)}
      value={of(row).member_group_id}
      disabled={disabled}
      options={permissions}
      onPick={(value) => onChange(row, { member_group_id: value }).then(() => toast(t.permissionSaved))}
    />
  )
  const scope = (row: Row, options: Option[]) => (
    <RowSelect
      label={t.scopeOf(of(row).username)}
      value={of(row).cat_id}
      disabled={disabled}
      options={options}
      gone={t.goneCatalog}
      onPick={(value) => onChange(row, { cat_id: value }).then(() => toast(t.scopeSaved))}
    />
  )
  const look = (row: Row) => (fixed?.(row) ? 'muted' : '')
  return [
    { head: t.person, cell: (row) => <UserCell {...of(row)} />, width: '34%' },
    { head: t.permission, cell: (row) => fixed?.(row) ?? permission(row), width: 136, look },
    scopes !== undefined && { head: t.scope, cell: (row) => (fixed?.(row) ? t.allCatalogs : scope(row, scopes)), look },
  ]
}
