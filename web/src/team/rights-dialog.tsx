import type { Answer } from '@sheaf/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { Select } from '../ui/forms/select.tsx'
import { personText } from '../ui/person.tsx'
import { ErrorNote } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { type Bound, MAY_EDIT, MAY_READ, type Right } from './rows.ts'
import { teamWords } from './team.words.ts'

interface Props {
  right: Right
  catalogs: Answer<'catalog', 'catListName'>
  onChange: (cat_id: string) => void
}

/** The scope of one team member in the item. */
function ScopeSelect({ right, catalogs, onChange }: Props) {
  const t = useWords(teamWords)
  /* There can be hundreds of members and catalogs, so a row renders its list of catalogs only when it is about to open. */
  const [near, setNear] = useState(false)
  const path = catalogs.find((catalog) => catalog.cat_id === right.cat_id)?.cat_name ?? right.cat_name
  const offered = near ? catalogs : catalogs.filter((catalog) => catalog.cat_id === right.cat_id)
  return (
    <Select
      small
      className="team-select"
      aria-label={t.catalogFor(nameOf(right))}
      value={right.cat_id}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onChange={onChange}
    >
      <option value="0">{t.allCatalogs}</option>
      {right.cat_id !== '0' && !offered.some((catalog) => catalog.cat_id === right.cat_id) && <option value={right.cat_id}>{path}</option>}
      {offered.map((catalog) => (
        <option key={catalog.cat_id} value={catalog.cat_id}>
          {catalog.cat_name}
        </option>
      ))}
    </Select>
  )
}

const nameOf = (right: Right) => personText(right.member_username, right.name)

interface Change {
  /** The changed rights with their new values. */
  rights: Right[]
  send: () => Promise<unknown>
  done: string
}

/** The rights of the team's members in one of its items; every change is saved immediately. */
export function AuthorityDialog({ item, onClose }: { item: Bound; onClose: () => void }) {
  const t = useWords(teamWords)
  const language = useLanguage()
  const queries = useQueryClient()
  const { item_id, team_id } = item
  const rightsQuery = read(api.teamItemMember.getList, { item_id, team_id })
  const rights = useQuery(rightsQuery)
  const catalogs = useQuery(read(api.catalog.catListName, { item_id }))
  const [saved, setSaved] = useState('')
  const saving = useSend(({ send }: Change) => send(), {
    queue: `rights ${item_id} ${team_id}`,
    onDone: (_answer, { done }) => setSaved(done),
    onFailed: () => rights.refetch(),
  })
  const save = async (change: Change) => {
    setSaved('')
    await queries.cancelQueries({ queryKey: rightsQuery.queryKey })
    queries.setQueryData(rightsQuery.queryKey, (current) =>
      current?.map((right) => change.rights.find(({ id }) => id === right.id) ?? right),
    )
    void saving.send(change)
  }
  const failed = rights.isError ? rights : catalogs.isError ? catalogs : null

  const change = (right: Right, given: { member_group_id: string } | { cat_id: string }) => {
    const name = nameOf(right)
    void save({
      rights: [{ ...right, ...given }],
      send: () => api.teamItemMember.save({ id: right.id, ...given }),
      done: 'cat_id' in given ? t.catalogSaved(name) : t.authoritySaved(name),
    })
  }
  const setAll = (all: Right[]) =>
    void save({
      rights: all.map((right) => ({ ...right, member_group_id: MAY_READ })),
      send: () => api.teamItemMember.saveAll({ item_id, team_id, member_group_id: MAY_READ }),
      done: t.allSaved,
    })
  const all = rights.data ?? []
  const columns = (catalogs: Props['catalogs']): Column<Right>[] => [
    { head: t.member, cell: nameOf, isName: true, look: 'cut' },
    {
      head: t.authority,
      cell: (right) => (
        <Select
          small
          className="team-select"
          aria-label={t.authorityFor(nameOf(right))}
          value={right.member_group_id}
          onChange={(member_group_id) => change(right, { member_group_id })}
        >
          <option value={MAY_EDIT}>{t.mayEdit}</option>
          <option value={MAY_READ}>{t.mayRead}</option>
        </Select>
      ),
      width: 128,
    },
    {
      head: t.catalog,
      cell: (right) => <ScopeSelect right={right} catalogs={catalogs} onChange={(cat_id) => change(right, { cat_id })} />,
      width: '34%',
    },
    { head: t.added, cell: ({ addtime }) => siteTime(addtime, language), width: 150, look: 'muted' },
  ]
  return (
    <Dialog
      wide
      title={t.authorityTitle(item.item_name)}
      onClose={onClose}
      actions={
        <>
          <span className="team-saved" role="status">
            {saving.busy ? t.saving : saved}
          </span>
          {all.length > 1 && (
            <button
              type="button"
              className="btn"
              disabled={!all.some((right) => right.member_group_id === MAY_EDIT)}
              onClick={() => setAll(all)}
            >
              {t.allReadOnly}
            </button>
          )}
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.close}
          </button>
        </>
      }
    >
      <p>{t.authorityText}</p>
      {failed ? (
        <ErrorNote title={t.rightsFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !rights.data || !catalogs.data ? (
        <TableWaiting isHeaded={false} />
      ) : all.length === 0 ? (
        <p className="team-none">{t.noRights}</p>
      ) : (
        <Table
          name={t.authorityTitle(item.item_name)}
          look="team-table rights"
          columns={columns(catalogs.data)}
          rows={all}
          keyOf={({ id }) => id}
        />
      )}
      <FieldError>{saving.error?.message}</FieldError>
    </Dialog>
  )
}
