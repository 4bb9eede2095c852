import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import type { EditingSession } from '../sitting.ts'

/** How many files are on the page: as it was opened, until the list has been fetched for some other reason. */
export function useFileCount({ page_id, attachment_count }: EditingSession) {
  const { data } = useQuery({ ...read(api.page.uploadList, { page_id }), enabled: false })
  return data?.length ?? Number(attachment_count)
}
