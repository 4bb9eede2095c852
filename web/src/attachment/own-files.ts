import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { ALL } from './file.ts'

export interface OwnFilesFilter {
  display_name: string
  attachment_type: string
}

export const NO_FILTER: OwnFilesFilter = { display_name: '', attachment_type: ALL }

const isEverything = ({ display_name, attachment_type }: OwnFilesFilter) => display_name === '' && attachment_type === ALL

const ownFilesQuery = (wanted: OwnFilesFilter, page: number, count: number) =>
  read(api.attachment.getMyList, { ...wanted, page: String(page), count: String(count), username: '' })

/** One page of one's own files; what stood there stays until the next has come. */
export const useOwnFiles = (wanted: OwnFilesFilter, page: number, count: number) =>
  useQuery({ ...ownFilesQuery(wanted, page, count), placeholderData: keepPreviousData })

/** What all of them take, whatever the filter shows. */
export function useUsage(wanted: OwnFilesFilter, shown: { used_m: number; used_flow_m: number } | undefined) {
  const filtered = !isEverything(wanted)
  const all = useQuery({ ...ownFilesQuery(NO_FILTER, 1, 1), enabled: filtered })
  return filtered ? all.data : shown
}
