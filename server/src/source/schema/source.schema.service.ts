import { Refusal } from '@sheaf/contract'
import { isLanguage, type Language } from '@sheaf/contract/languages'
import type { NamedSchema } from '@sheaf/description/schema'
import { withSchemaWords } from '@sheaf/description/schema-words'
import { withWords } from '@sheaf/description/words'
import { covers, mustVisitPageUniform } from '../../access/access.ts'
import { schemasOf } from '../../content/named-part.store.ts'
import { schemaWordsOf } from '../../content/schema-words.store.ts'
import type { Ctx } from '../../context.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { lruOf } from '../../runtime/lru.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { ownPart, pagesOfEntries } from '../source.part.store.ts'
import { type Source, sourceById } from '../source.store.ts'
import { versionById } from '../source.version.store.ts'
import type { SchemaResult, SchemaTask } from './schema.worker.ts'

/** A description of the maximum size in YAML takes about a gigabyte when it is read. */
const bounds = { threads: 1, megabytes: 2048, milliseconds: 60_000, waiting: 200, waitingPerOwner: 20 } satisfies Bounds

async function inThread(task: SchemaTask, owner: string): Promise<SchemaResult> {
  try {
    return await inBounds<SchemaTask, SchemaResult>(import.meta.url, 'schema', task, { ...bounds, owner })
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    const { name, code } = error as Error & { code?: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('tooLarge')
    throw error
  }
}

const schemas = lruOf<Promise<NamedSchema | undefined>>(16 * 1024 * 1024)

/** A schema of the version that pages show; each is read once. */
export function schemaIn(source: Source, name: string, ctx: Ctx): Promise<NamedSchema | undefined> {
  const read = schemas(ctx.store)
  const key = `${source.version_id} ${name}`
  const known = read.get(key)
  if (known) return known
  const found = readNow(source, name, ctx)
  read.set(key, found, 1000)
  const forget = () => read.get(key) === found && read.delete(key)
  found.then((schema) => read.get(key) === found && read.set(key, found, JSON.stringify(schema ?? '').length * 2 + 1000), forget)
  return found
}

async function readNow(source: Source, name: string, ctx: Ctx): Promise<NamedSchema | undefined> {
  const version = await versionById(ctx.db, source.source_id, source.version_id)
  if (!version) return undefined
  const language = isLanguage(source.language) ? source.language : 'en'
  const { bytes, file_name: fileName } = version
  return (await inThread({ is: 'read', bytes, fileName, language, name }, String(source.item_id))).schema
}

/** Users of a schema that one view lists. */
const USERS_MAX = 200

/**
 * The view of a named schema, on the introduction page of its source. A reader who can read neither the whole source nor an operation
 * that uses the schema does not learn whether it exists (S217).
 */
export async function schemaView({ page_id, name }: { page_id: number; name: string }, language: Language, ctx: Ctx) {
  const { page, visits } = await mustVisitPageUniform(ctx, page_id)
  const part = await ownPart(ctx.db, page_id)
  const source = part?.kind === 'introduction' ? await sourceById(ctx, part.source_id) : undefined
  const schema = source && (await schemaIn(source, name, ctx))
  if (!schema) throw new Refusal('notFound')
  const users = (await pagesOfEntries(ctx.db, source, schema.users)).filter(({ cat_id }) => covers(visits, cat_id))
  if (users.length === 0 && !covers(visits, source.cat_id)) throw new Refusal('notFound')
  const { item_id, cat_id, page_title } = page
  const shown = users
    .slice(0, USERS_MAX)
    .map(({ n: _n, cat_id: _cat, page_id: of, ...user }) => ({ ...user, address: `/${item_id}/${of}` }))
  const written = await schemaWordsOf(ctx.db, source.source_id)
  const task = {
    is: 'render' as const,
    call: withWords(withSchemaWords(schema.call, written), written.get(name) ?? []).call,
    users: shown,
    more: users.length - shown.length,
    schemas: (await schemasOf(ctx.db, item_id, [source.name]))[source.name],
    language,
    base: ctx.config.BASE_PATH,
  }
  const { page: made } = await inThread(task, String(item_id))
  if (!made) throw new Refusal('tooLarge')
  const { html, headings, needs, plain = false } = made
  return { page_id, item_id, cat_id, page_title, name, html, headings, needs, plain }
}
