import type { LdapForm } from '@sheaf/contract'
import type { Entry, Filter } from 'ldapts'
import type { Connection } from './connect.ts'

/** Seconds that the directory may take for one page. */
const PAGE_SECONDS = 4

interface Wanted {
  filter: Filter
  attributes: string[]
  explicitBufferAttributes?: string[]
  pageSize: number
}

export interface Page {
  entries: Entry[]
  /** The directory names another one that has the rest. */
  isReferred: boolean
}

/**
 * The entries below a DN in pages, so that no answer is large. A limit of the directory ends it with an error: with a limit of its own in
 * the request, the library would take a cut answer for a whole one. Version 2 has no pages.
 */
export async function* pagesBelow({ client }: Connection, form: LdapForm, base: string, wanted: Wanted): AsyncGenerator<Page> {
  const { pageSize, ...options } = { scope: 'sub' as const, timeLimit: PAGE_SECONDS, ...wanted }
  const answers =
    form.version === '2' ? [await client.search(base, options)] : client.searchPaginated(base, { ...options, paged: { pageSize } })
  for await (const { searchEntries, searchReferences } of answers) yield { entries: searchEntries, isReferred: searchReferences.length > 0 }
}
