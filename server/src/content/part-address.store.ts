import { PART_KINDS } from '@sheaf/description/part-kinds'
import { rewriteLinks } from '@sheaf/markdown/rewrite-links'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { PLACEHOLDER } from './part-body.ts'

/* Stored parts name other parts by placeholders. Readers get the addresses of the pages of these parts. */

/** A placeholder has no character that ends an address or a text of JSON. */
const IN_JSON = /sheaf-page:([\w%./~-]+)/g

/** The addresses of the pages of parts, by the entries of these parts. */
async function addressesIn(db: Db, item_id: number, encoded: string[]): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  const keys = [...new Set(encoded.map((entry) => decoded(entry).replace(/^(?:[a-z0-9-]{1,40}~)?\w+ /, '')))]
  for (const some of inParts(keys)) {
    const rows = await db
      .selectFrom('source_part as part')
      .innerJoin('source', 'source.source_id', 'part.source_id')
      .innerJoin('page', 'page.page_id', 'part.page_id')
      .select(['part.kind', 'part.part_key', 'part.page_id', 'source.name'])
      .where('source.item_id', '=', item_id)
      .where('part.kind', 'in', [...PART_KINDS])
      .where('page.item_id', '=', item_id)
      .where('page.is_del', '=', 0)
      .where('part.part_key', 'in', some)
      .execute()
    for (const { kind, part_key, page_id, name } of rows)
      for (const entry of [`${kind} ${part_key}`, `${name}~${kind} ${part_key}`]) addresses.set(entry, `/${item_id}/${page_id}`)
  }
  return addresses
}

/** Replaces the placeholders of other parts by the addresses of their pages; `#` for a part without a page. */
export async function withAddresses(db: Db, item_id: number, text: string): Promise<string> {
  if (!text.includes(PLACEHOLDER)) return text
  const entries: string[] = []
  rewriteLinks(text, (target) => {
    if (target.startsWith(PLACEHOLDER)) entries.push(target.slice(PLACEHOLDER.length))
    return undefined
  })
  const addresses = await addressesIn(db, item_id, entries)
  return rewriteLinks(text, (target) =>
    target.startsWith(PLACEHOLDER) ? (addresses.get(decoded(target.slice(PLACEHOLDER.length))) ?? '#') : undefined,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** JSON with the addresses of the pages of parts in place of placeholders. */
export async function filledJson(db: Db, item_id: number, json: string): Promise<string> {
  const addresses = await addressesIn(
    db,
    item_id,
    [...json.matchAll(IN_JSON)].map(([, entry = '']) => entry),
  )
  return json.replace(IN_JSON, (_, entry: string) => addresses.get(decoded(entry)) ?? '#')
}
