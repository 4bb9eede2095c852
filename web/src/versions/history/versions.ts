import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'

export type Version = Answer<'page', 'history'>[number]

/** The stored versions of a page, newest first, and the current one. Fetched again after each save. */
export function useVersions(page_id: string) {
  const enabled = page_id !== '0'
  const versions = useQuery({ ...read(api.page.history, withoutLoginRedirect({ page_id, brief: '1' })), enabled })
  const current = useQuery({ ...read(api.page.info, withoutLoginRedirect({ page_id, raw: '1' })), enabled })
  return {
    versions: versions.data,
    current: current.data,
    error: versions.error ?? current.error,
    retry: () => void Promise.all([versions.refetch(), current.refetch()]),
  }
}

/** A stored version with its text. */
export const loadVersion = async (page_id: string, page_history_id: string) =>
  (await api.page.diff(withoutLoginRedirect({ page_id, page_history_id }))).history_page
