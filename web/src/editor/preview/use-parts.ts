import type { Answer } from '@sheaf/contract/client'
import type { ApiServer } from '@sheaf/description/call'
import { infoOf } from '@sheaf/description/fence'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { api, isError, isNetworkError, read } from '../../lib/api.ts'
import type { Block, KnownPart, KnownParts } from './composed.ts'

/** Milliseconds during which a part is not fetched again, also by the completion of its paths. */
const FRESH_MS = 5 * 60_000
/** Milliseconds after which a part is fetched again that could not be fetched. */
const RETRY_MS = 10_000

export interface EditedPage {
  item_id: string
  /** '0' for a page that does not exist yet. */
  page_id: string
}

/** The query of the part that a block of the page shows; once for the preview and the completion. */
export const partQuery = ({ item_id, page_id }: EditedPage, { kind, source, key }: Block) => ({
  ...read(api.source.part, { page_id, item_id: page_id === '0' ? item_id : '0', kind, source, key }),
  staleTime: FRESH_MS,
})

const environmentsQuery = (item_id: string) => ({ ...read(api.console.environments, { item_id }), staleTime: FRESH_MS })

/** Environments that a reader can choose at the endpoint of an operation, as in the rendered page. */
const CHOICE_MAX = 20

const serversOf = (environments: Answer<'console', 'environments'>): ApiServer[] =>
  environments
    .filter(({ is_shown, base_url }) => is_shown && base_url !== '')
    .slice(0, CHOICE_MAX)
    .map(({ env_id, env_name, base_url }) => ({ url: base_url, title: env_name, variables: [], env_id }))

/** The parts that the text names. `fetchParts` fetches those that are not known, once each, and says whether there are new ones. */
export function useParts({ item_id, page_id }: EditedPage) {
  const queries = useQueryClient()
  const parts = useRef<KnownParts>(new Map())
  const asked = useRef({ page_id, blocks: new Set<string>() })

  const fetchParts = useCallback(
    async (wanted: Block[]) => {
      // A page that is saved for the first time has other parts from then on.
      if (asked.current.page_id !== page_id) {
        parts.current = new Map()
        asked.current = { page_id, blocks: new Set() }
      }
      const of = asked.current.blocks
      const fresh = wanted.filter((block) => !of.has(infoOf(block)))
      const found = new Map<string, KnownPart | null>()
      await Promise.all(
        fresh.map(async (block) => {
          const id = infoOf(block)
          of.add(id)
          try {
            const part = await queries.fetchQuery(partQuery({ item_id, page_id }, block))
            // Only the own page of an operation has a choice of the server.
            const isCall = block.kind === 'operation' && part.part !== ''
            const all = isCall ? await queries.fetchQuery(environmentsQuery(item_id)).catch(() => []) : []
            found.set(id, isCall ? { ...part, environments: serversOf(all) } : part)
          } catch (error) {
            if (isError(error, 'notFound')) found.set(id, null)
            else if (isNetworkError(error)) setTimeout(() => of.delete(id), RETRY_MS)
          }
        }),
      )
      if (found.size === 0 || of !== asked.current.blocks) return false
      parts.current = new Map([...parts.current, ...found])
      return true
    },
    [queries, item_id, page_id],
  )
  return { parts, fetchParts }
}
