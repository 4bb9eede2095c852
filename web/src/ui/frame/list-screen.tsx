import './list-screen.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorNote } from '../placeholder.tsx'

interface HeadProps {
  back: { to: string; text: string }
  /** A heading, or its skeleton. */
  title: ReactNode
  /** The primary button. */
  action: ReactNode
}

/** The header of a list screen: back link, title and primary button. */
export const ListHead = ({ back, title, action }: HeadProps) => (
  <div className="list-head">
    <Link className="back" to={back.to}>
      <ArrowLeft className="i" aria-hidden="true" />
      <span className="cut">{back.text}</span>
    </Link>
    <div className="screen-head">
      {title}
      <span className="grow" />
      {action}
    </div>
  </div>
)

interface Props<Row> {
  list: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>
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
