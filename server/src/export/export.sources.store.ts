import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { covers, type Scope } from '../access/access.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import type { ExportNode } from './export.nodes.ts'

/*
 * The sources of an item in a Markdown export. An import of the file makes views of its pages again. Their schedules and the headers of
 * these are never read here.
 */

/** A source whose file the caller can read, with its settings as an import needs them. */
export interface ExportedSource {
  source_id: number
  name: string
  title: string
  language: string
  views: string
  on_gone: string
  cat_id: string
  label: string
  commit: string
  branch: string
  commit_time: number
  file_name: string
  /** Its file in the archive. */
  path: string
  /** Former keys of parts: kind, former key, key. */
  former: [kind: string, former: string, key: string][]
}

/** The stored text of a page that shows parts, and the part whose own page it is. */
export interface ExportedView {
  text: string
  own?: [source: string, kind: string, key: string]
}

const expand = promisify(zstdDecompress)

const endingOf = (fileName: string) => /(?:\.(?:json|ya?ml))?(?:\.(?:json|ya?ml|gz))$/i.exec(fileName)?.[0].toLowerCase() ?? ''

/** The sources of an item of which the caller can read everything (S217): the catalog of the source and all pages of its parts. */
export async function exportedSources(db: Db, item_id: number, scope: Scope): Promise<ExportedSource[]> {
  const rows = await db
    .selectFrom('source')
    .innerJoin('source_version as version', 'version.version_id', 'source.version_id')
    .select(['source.source_id', 'source.name', 'source.title', 'source.language', 'source.views', 'source.on_gone', 'source.cat_id'])
    .select(['version.label', 'version.commit_id', 'version.branch', 'version.commit_time', 'version.file_name'])
    .where('source.item_id', '=', item_id)
    .orderBy('source.source_id')
    .execute()
  const found: ExportedSource[] = []
  for (const { cat_id, commit_id: commit, ...row } of rows) {
    if (!covers(scope, cat_id) || !(await coversPages(db, row.source_id, scope))) continue
    const path = `sources/${row.name}${endingOf(row.file_name)}`
    found.push({ ...row, cat_id: String(cat_id), commit, path, former: await formerKeys(db, row.source_id) })
  }
  return found
}

async function coversPages(db: Db, source_id: number, scope: Scope): Promise<boolean> {
  if (scope === 'all') return true
  const places = await db
    .selectFrom('source_part as part')
    .innerJoin('page', 'page.page_id', 'part.page_id')
    .select('page.cat_id')
    .distinct()
    .where('part.source_id', '=', source_id)
    .execute()
  return places.every(({ cat_id }) => covers(scope, cat_id))
}

async function formerKeys(db: Db, source_id: number): Promise<ExportedSource['former']> {
  const rows = await db
    .selectFrom('source_alias as alias')
    .innerJoin('source_part as part', 'part.part_id', 'alias.part_id')
    .select(['alias.kind', 'alias.part_key as former', 'part.part_key'])
    .where('alias.source_id', '=', source_id)
    .where('part.gone_seq', '=', 0)
    .execute()
  return rows.map(({ kind, former, part_key }) => [kind, former, part_key])
}

/** The file of the version that pages show, as it was received; undefined if the source is gone by now. */
export async function fileOfSource(db: Db, source_id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('source')
    .innerJoin('source_version as version', 'version.version_id', 'source.version_id')
    .select('version.bytes')
    .where('source.source_id', '=', source_id)
    .executeTakeFirst()
  return row && expand(row.bytes)
}

/**
 * The views among these pages whose parts are all in the files of these sources, by page. Others are exported with their text only: what
 * a source no longer has is in no file.
 */
export async function exportedViews(db: Db, nodes: ExportNode[], sources: ExportedSource[]): Promise<Map<number, ExportedView>> {
  const views = new Map<number, ExportedView>()
  const names = new Map(sources.map((source) => [source.source_id, source.name]))
  const page_ids = nodes.filter((node) => node.kind === 'page').map((node) => node.id)
  if (names.size === 0) return views
  for (const some of inParts(page_ids)) {
    const shown = await db
      .selectFrom('page_part as shown')
      .innerJoin('source_part as part', 'part.part_id', 'shown.part_id')
      .select(['shown.page_id', 'part.source_id', 'part.gone_seq', 'part.kind', 'part.part_key', 'part.page_id as own'])
      .where('shown.page_id', 'in', some)
      .execute()
    const left = new Set(shown.filter((part) => !names.has(part.source_id) || part.gone_seq > 0).map((part) => part.page_id))
    const ids = [...new Set(shown.map((part) => part.page_id))].filter((page_id) => !left.has(page_id))
    if (ids.length === 0) continue
    const texts = await db.selectFrom('page_text').select(['page_id', 'page_text']).where('page_id', 'in', ids).execute()
    for (const { page_id, page_text: text } of texts) {
      const own = shown.find((part) => part.page_id === page_id && part.own === page_id)
      views.set(page_id, { text, ...(own ? { own: [names.get(own.source_id) ?? '', own.kind, own.part_key] } : {}) })
    }
  }
  return views
}
