import type { Answer } from '@sheaf/contract/client'
import type { ComponentProps } from 'react'
import { useWords } from '../lib/words.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { adminWords } from './admin.words.ts'

/** Page sizes: the default of SPEC 9 and two larger ones. */
const SIZES: readonly [number, ...number[]] = [7, 20, 50]

export const useListParams = <const Name extends string>(names: readonly Name[]) => useListAddress(names, SIZES)

/** Row types of the console's lists. */
export type AdminFile = Answer<'attachment', 'getAllList'>['list'][number]
export type Item = Answer<'adminItem', 'getList'>['items'][number]
export type Program = Answer<'adminAgent', 'getList'>['list'][number]
export type Client = Answer<'adminAgent', 'clients'>['list'][number]
export type Entry = Answer<'adminLog', 'getList'>['list'][number]
export type Provider = Answer<'adminProvider', 'getList'>[number]
export type BoundGroup = Answer<'adminProvider', 'rules'>[number]
export type FoundTeam = Answer<'adminProvider', 'teams'>[number]
export type SiteFigures = Answer<'adminOverview', 'info'>
export type Webhook = Answer<'adminWebhook', 'getList'>['list'][number]
export type User = Answer<'adminUser', 'getList'>['users'][number]

interface FindFieldProps {
  label: string
  value: string
  onFind: (text: string) => void
}

/** The search field of a list of the console. */
export const FindField = (props: FindFieldProps) => <SearchField clear={useWords(adminWords).clear} className="adm-find" {...props} />

type Props<Row> = Omit<ComponentProps<typeof PagedList<Row>>, 'words' | 'rowHeight' | 'foot'> & {
  place: { resize: (size: number) => void }
}

/** A list of the console; the number of rows per page can be chosen. */
export function ListPart<Row>({ query, place, none, children }: Props<Row>) {
  const t = useWords(adminWords)
  const sizes = (query.data?.total ?? 0) > SIZES[0] && (
    <Select className="adm-choice" aria-label={t.rows} value={String(place.size)} onChange={(count) => place.resize(Number(count))}>
      {SIZES.map((count) => (
        <option key={count} value={count}>
          {t.rowsShown(count)}
        </option>
      ))}
    </Select>
  )
  return (
    <PagedList query={query} place={place} words={t} rowHeight={41} none={none} foot={sizes}>
      {children}
    </PagedList>
  )
}
