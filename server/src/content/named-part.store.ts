import { isLanguage } from '@sheaf/contract/languages'
import { goneNote, type ScreenText, type StoredPart } from '@sheaf/description/compose'
import type { PartFence } from '@sheaf/description/fence'
import { type Sees, visibleTo } from '@sheaf/description/visible-tables'
import { covers, type Scope } from '../access/access.ts'
import type { Db } from '../db/schema.ts'
import { bodyIn, bodyOf } from './part-body.ts'

/* The parts of sources that the blocks of a text name. */

/** Names a part within its item. */
export const idOf = ({ kind, source, key }: Pick<PartFence, 'kind' | 'source' | 'key'>) => `${kind} ${source} ${key}`

/** `cat_id` is the catalog of its page, or of its source if it has no page. */
export type NamedPart = StoredPart & { part_id: number; source_id: number; page_id: number; cat_id: number }

const partRows = (db: Db, item_id: number, kinds: string[]) =>
  db
    .selectFrom('source_part as part')
    .innerJoin('source', 'source.source_id', 'part.source_id')
    .leftJoin('source_version as version', (join) =>
      join.onRef('version.source_id', '=', 'part.source_id').onRef('version.seq', '=', 'part.gone_seq'),
    )
    .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'part.page_id').onRef('page.item_id', '=', 'source.item_id'))
    .select(['part.part_id', 'part.source_id', 'part.kind', 'part.part_key', 'part.method', 'part.path', 'part.title', 'part.body'])
    .select(['part.page_id', 'part.gone_seq', 'source.name', 'source.language', 'version.label', 'page.is_del', 'page.cat_id'])
    .select('source.cat_id as source_cat_id')
    .where('source.item_id', '=', item_id)
    .where('part.kind', 'in', kinds)

async function partFrom(row: Awaited<ReturnType<ReturnType<typeof partRows>['execute']>>[number], item_id: number): Promise<NamedPart> {
  const { body, language, gone_seq, label, is_del, name, part_key: key, kind, cat_id, source_cat_id, ...rest } = row
  const known = isLanguage(language) ? language : 'en'
  return {
    ...rest,
    kind: kind as StoredPart['kind'],
    key,
    cat_id: cat_id ?? source_cat_id,
    language: known,
    body: await bodyIn(body, name),
    address: is_del === 0 ? `/${item_id}/${row.page_id}` : '',
    gone: gone_seq > 0 ? goneNote(known, label || String(gone_seq)) : '',
  }
}

const distinct = (all: string[]) => [...new Set(all)]

/** The parts of the item that these blocks name, by `idOf`; a former key of a part names it, too. */
async function partsOf(db: Db, item_id: number, fences: PartFence[]): Promise<Map<string, NamedPart>> {
  const parts = new Map<string, NamedPart>()
  const [kinds, names, keys] = (['kind', 'source', 'key'] as const).map((field) => distinct(fences.map((fence) => fence[field])))
  if (!kinds || !names || !keys) return parts
  const named = partRows(db, item_id, kinds).where('source.name', 'in', names)
  for (const row of await named.where('part.part_key', 'in', keys).execute())
    parts.set(idOf({ kind: row.kind as PartFence['kind'], source: row.name, key: row.part_key }), await partFrom(row, item_id))
  const missing = distinct(fences.filter((fence) => !parts.has(idOf(fence))).map((fence) => fence.key))
  if (missing.length === 0) return parts
  const aliases = await db
    .selectFrom('source_alias as alias')
    .innerJoin('source', 'source.source_id', 'alias.source_id')
    .select(['alias.part_id', 'alias.kind', 'alias.part_key', 'source.name'])
    .where('source.item_id', '=', item_id)
    .where('source.name', 'in', names)
    .where('alias.kind', 'in', kinds)
    .where('alias.part_key', 'in', missing)
    .execute()
  if (aliases.length === 0) return parts
  const ids = aliases.map((alias) => alias.part_id)
  for (const row of await partRows(db, item_id, kinds).where('part.part_id', 'in', ids).execute()) {
    const part = await partFrom(row, item_id)
    for (const { kind, part_key, name } of aliases.filter(({ part_id }) => part_id === row.part_id)) {
      const former = idOf({ kind: kind as PartFence['kind'], source: name, key: part_key })
      if (!parts.has(former)) parts.set(former, part)
    }
  }
  return parts
}

export interface Place {
  item_id: number
  /** 0 for a page that has no id yet. */
  page_id: number
}

/** Whether a part is the one that the page is made for. */
export const isOwnOf =
  ({ page_id }: Place) =>
  (part: NamedPart) =>
    page_id > 0 && part.page_id === page_id

/**
 * The parts that a text of this page shows: its own, those that it has shown before, and others of catalogs that its writer can read. The
 * blocks of further parts stay as code, so that a key cannot be used to learn what it names (S217).
 */
export async function partsIn(db: Db, page: Place, fences: PartFence[], sees: Scope): Promise<Map<string, NamedPart>> {
  const parts = await partsOf(db, page.item_id, fences)
  const hidden = [...parts].filter(([, part]) => !isOwnOf(page)(part) && !covers(sees, part.cat_id))
  if (hidden.length === 0) return parts
  const rows = await db.selectFrom('page_part').select('part_id').where('page_id', '=', page.page_id).execute()
  const shown = new Set(rows.map((row) => row.part_id))
  for (const [id, part] of hidden) if (!shown.has(part.part_id)) parts.delete(id)
  return parts
}

/** A part whose view of a database names only the tables that a reader sees. */
export const visiblePart = (part: NamedPart, sees: Sees): NamedPart =>
  'view' in part.body ? { ...part, body: { view: visibleTo(part.body.view, sees) } } : part

/** The schemas of these sources, by the names of the sources; of each whose introduction has a page, which shows their views. */
export async function schemasOf(db: Db, item_id: number, names: string[]): Promise<NonNullable<ScreenText['schemas']>> {
  if (names.length === 0) return {}
  const found: [string, { names: string[]; address: string }][] = []
  const rows = await partRows(db, item_id, ['introduction']).where('source.name', 'in', distinct(names)).execute()
  for (const { name, is_del, page_id, body } of rows) {
    if (is_del !== 0) continue
    const part = await bodyOf(body)
    const schemas = 'schemas' in part ? part.schemas : undefined
    if (schemas?.length) found.push([name, { names: schemas, address: `/${item_id}/${page_id}` }])
  }
  return Object.fromEntries(found)
}
