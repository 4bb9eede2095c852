import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNote } from '../placeholder.tsx'

interface Props<Row> {
  list: Pick<UseQueryResult<Row[]>, 'data' | 'error'> & { refetch: () => unknown }
  waiting: ReactNode
  /** The title above the error. */
  failed: string
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The four states of a fetched list: loading, failed, empty, rows. Existing rows stay when a refetch fails. */
export function Listing<Row>({ list, waiting, failed, empty, children }: Props<Row>) {
  if (list.data?.length) return children(list.data)
  if (list.data) return empty
  if (list.error) return <ErrorNote title={failed} error={list.error} onRetry={() => void list.refetch()} />
  return waiting
}
