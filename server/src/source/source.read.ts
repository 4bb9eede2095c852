import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isLanguage } from '@sheaf/contract/languages'
import type { Ctx } from '../context.ts'
import type { SourceKind } from '../db/tables/source.ts'
import type { PlanCatalog } from '../import-plan/plan.ts'
import { workerStream } from '../runtime/worker-stream.ts'
import type partsTask from './parts.worker.ts'
import type { ReadChanges, ReadPart } from './parts.worker.ts'
import type { KnownPart } from './source.part.store.ts'
import { entryOfKnown } from './source.rules.ts'
import type { Source } from './source.store.ts'

export interface ReadDescription {
  kind: SourceKind
  title: string
  root: PlanCatalog
  parts: ReadPart[]
  problems: { name: string; reason: string }[]
  size: number
  bytes: Buffer
  document: Buffer | null
  changes: ReadChanges
}

const PROBLEMS_MAX = 100

/** Writes bytes to a file, because a version is read from a file. */
export async function withFile<T>({ config }: Pick<Ctx, 'config'>, bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(config.DATA_DIR, `source-${randomUUID()}`)
  await writeFile(path, bytes)
  try {
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** What is known of a source: its parts, its version, accepted changes, and the content of its overview. */
interface Known {
  known: KnownPart[]
  before: Buffer | undefined
  accepted: Set<string>
  overview: Buffer | undefined
}

/** Reads a description in a worker thread. Parts with a known seal come without their content. */
export async function readDescription(
  { path, fileName, renames = new Map() }: { path: string; fileName: string; renames?: Map<string, string> },
  { language, views }: Pick<Source, 'language' | 'views'>,
  { known, before, accepted, overview }: Known,
  ctx: Ctx,
): Promise<ReadDescription> {
  const seals = new Map(known.map((part) => [entryOfKnown(part), { seal: part.seal, chars: part.chars, isCounted: part.describable > 0 }]))
  const task = {
    path,
    fileName,
    language: isLanguage(language) ? language : ('en' as const),
    hasSchemas: views === 'all' || new Set(known.filter(({ kind }) => kind === 'schema').map((part) => part.part_key)),
    known: seals,
    overview,
    before,
    accepted,
    renames,
  }
  const stream = workerStream<typeof partsTask>(import.meta.url, 'parts', task, { signal: ctx.gone, calls: {}, ahead: 2 })
  const parts: ReadPart[] = []
  for (;;) {
    const next = await stream.next()
    if (!next.done) {
      parts.push(...next.value)
      continue
    }
    const { root, skipped, ...read } = next.value
    return { ...read, root: planOf(root), parts, problems: skipped.slice(0, PROBLEMS_MAX) }
  }
}

const planOf = (
  tree: Omit<PlanCatalog, 'pages' | 'catalogs'> & { pages: Omit<PlanCatalog['pages'][number], 'files'>[]; catalogs: unknown[] },
): PlanCatalog => ({
  name: tree.name,
  order: tree.order,
  pages: tree.pages.map((page) => ({ ...page, files: [] })),
  catalogs: (tree.catalogs as Parameters<typeof planOf>[0][]).map(planOf),
})

/** SHA-256 of a file, in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
