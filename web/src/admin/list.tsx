import type { Answer } from '@sheaf/contract/client'
import { type ComponentProps, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { adminWords } from './admin.words.ts'

const ROW_HEIGHT = 41
/** Pixels that the head, the filters and the pager of a list take. */
const AROUND = 330
/** SPEC 9: the smallest page. */
const ROWS_MIN = 7
const ROWS_MORE = [20, 50] as const

/** The rows that fit in the window without scrolling; on phones, where a row is a card, the smallest page. */
function rowsThatFit() {
  if (innerWidth < 768) return ROWS_MIN
  return Math.max(ROWS_MIN, Math.min(ROWS_MORE[0], Math.floor((innerHeight - AROUND) / ROW_HEIGHT)))
}

/** The page sizes of a list of the console: first what fits when it opens, then larger ones. */
export function useListParams<const Name extends string>(names: readonly Name[]) {
  const [fit] = useState(rowsThatFit)
  const sizes = [fit, ...ROWS_MORE.filter((rows) => rows > fit)] as const
  return { ...useListAddress(names, sizes), sizes }
}

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
  place: Pick<ReturnType<typeof useListParams>, 'resize' | 'sizes'>
}

/** A list of the console; the number of rows per page can be chosen. */
export function ListPart<Row>({ query, place, none, children }: Props<Row>) {
  const t = useWords(adminWords)
  const sizes = (query.data?.total ?? 0) > place.sizes[0] && (
    <Select className="adm-choice" aria-label={t.rows} value={String(place.size)} onChange={(count) => place.resize(Number(count))}>
      {place.sizes.map((count) => (
        <option key={count} value={count}>
          {t.rowsShown(count)}
        </option>
      ))}
    </Select>
  )
  return (
    <PagedList query={query} place={place} words={t} rowHeight={ROW_HEIGHT} none={none} foot={sizes}>
      {children}
    </PagedList>
  )
}
