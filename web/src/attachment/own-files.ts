import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { ALL } from './file.ts'

export interface Wanted {
  display_name: string
  attachment_type: string
}

export const EVERYTHING: Wanted = { display_name: '', attachment_type: ALL }

const isEverything = ({ display_name, attachment_type }: Wanted) => display_name === '' && attachment_type === ALL

const ask = (wanted: Wanted, page: number, count: number) =>
  read(api.attachment.getMyList, { ...wanted, page: String(page), count: String(count), username: '' })

/** One page of one's own files; what stood there stays until the next has come. */
export const useOwnFiles = (wanted: Wanted, page: number, count: number) =>
  useQuery({ ...ask(wanted, page, count), placeholderData: keepPreviousData })

/** What all of them take, whatever the filter shows. */
export function useUsage(wanted: Wanted, shown: { used_m: number; used_flow_m: number } | undefined) {
  const filtered = !isEverything(wanted)
  const all = useQuery({ ...ask(EVERYTHING, 1, 1), enabled: filtered })
  return filtered ? all.data : shown
}
