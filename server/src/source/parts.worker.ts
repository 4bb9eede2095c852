import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import type { Language } from '@sheaf/contract/languages'
import { callCoverage } from '@sheaf/description/call-coverage'
import { descriptionOf, storedDocument } from '@sheaf/description/openapi'
import { type Part, type PartTree, readParts } from '@sheaf/description/parts'
import { sealsOf } from '@sheaf/description/seals'
import { snapshotIn } from '@sheaf/description/snapshot'
import { formerKeys, formerNames } from '@sheaf/description/table-names'
import { readTables } from '@sheaf/description/tables'
import type { SourceKind } from '../db/tables/source.ts'
import { pageLink } from '../import-plan/plan.ts'
import { ownBytes } from '../runtime/own-bytes.ts'
import { streamTask } from '../runtime/stream-task.ts'
import { changesSince, type ReadChanges } from './compare/changes.ts'
import { textOf } from './out/file-text.ts'

export type { ReadChanges } from './compare/changes.ts'

interface PartsTask {
  path: string
  fileName: string
  language: Language
  /** Whether named schemas are parts, or those that are. */
  hasSchemas: boolean | Set<string>
  /**
   * Seals of the parts that the source has already, by `KIND KEY`, with the characters of their texts; 0 if these are not known.
   * `isCounted`: it is known what of the part is described.
   */
  known: Map<string, { seal: string; chars: number; isCounted: boolean }>
  /** The stored content of the overview of a database, which knows former names of columns; undefined without one. */
  overview: Uint8Array | undefined
  /** The file of the version that pages show, or its description as JSON, compressed; undefined for the first version. */
  before: Uint8Array | undefined
  /** Seals of changes that a manager has accepted. */
  accepted: Set<string>
  /** Confirmed renames of tables and columns: the former name by the current one. */
  renames: Map<string, string>
}

/** A part with its content; `body` and `markdown` are missing if its seal is known. */
export interface ReadPart extends Omit<Part, 'call' | 'text' | 'schemas' | 'tags'> {
  /** SHA-256 of all that its page shows. */
  seal: string
  /** SHA-256 of its method, its path and its fields without texts; '' if the description is too large for it. */
  shape: string
  /** Characters of the Markdown of its page. */
  chars: number
  /** Its call or its Markdown as compressed JSON. */
  body?: Buffer
  markdown?: string
  /** Undefined if its seal is known and it is counted already. */
  coverage: PartCoverage | undefined
  /** The key of a table before people gave it another name. */
  formerKey?: string
}

/** What of a table or an operation counts for coverage, what its source describes of it, and the paths of the rest as JSON. */
export interface PartCoverage {
  describable: number
  described: number
  gaps: string
}

const NO_COVERAGE: PartCoverage = { describable: 0, described: 0, gaps: '[]' }

interface PartsRead {
  kind: SourceKind
  title: string
  root: PartTree
  skipped: { name: string; reason: string }[]
  size: number
  /** The file as received, compressed. */
  bytes: Buffer
  /** The description as compressed JSON if the file is YAML, which takes longer to parse. */
  document: Buffer | null
  changes: ReadChanges
}

type Json = ReturnType<typeof descriptionOf>

const PARTS_MAX = 60_000
/** Characters of a batch; receiving a larger message would block the main thread. */
const BATCH_CHARACTERS = 256 * 1024

/** Characters of the paths of a description that nothing describes: words at further ones are not counted. */
const GAP_CHARACTERS_MAX = 8_000_000

const [compress, expand] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Reads the parts of a description or a database in a worker thread, in batches. */
export default streamTask(async function* (task: PartsTask): AsyncGenerator<ReadPart[], PartsRead> {
  const file = await readFile(task.path)
  const given = givenIn(await textOf(file))
  const parts: ReadPart[] = []
  const take: Take = (entry, part, content, text, count, shape) => {
    if (parts.length >= PARTS_MAX) throw new Refusal('sourceParts', { max: String(PARTS_MAX) })
    const json = JSON.stringify(content)
    const seal = sha256(JSON.stringify([part.title, part.method, part.path, json]))
    const known = task.known.get(entry)
    const isSame = known?.seal === seal
    const chars = isSame && known.chars > 0 ? known.chars : text().length
    const coverage = isSame && known.isCounted ? undefined : count()
    const read = { ...part, seal, shape, chars, coverage }
    parts.push(isSame ? read : { ...read, markdown: text().markdown, body: ownBytes(zstdCompressSync(json)) })
    return chars
  }
  const before = task.before && givenIn(await textOf(await expand(task.before)))
  if (before && before.kind !== given.kind) throw new Refusal('sourceOther')
  const changes = changesSince(task, before, given)
  const { title, root, skipped } =
    given.kind === 'database'
      ? await takeTables(given.snapshot, before, task, take)
      : takeCalls(given.document, { ...task, hasSchemas: schemasIn(task, changes) }, take)
  for (let at = 0; at < parts.length; ) {
    const batch: ReadPart[] = []
    for (let size = 0; at < parts.length && size < BATCH_CHARACTERS && batch.length < 500; at++) {
      const part = parts[at] as ReadPart
      batch.push(part)
      size += (part.markdown?.length ?? 0) + (part.body?.length ?? 0) + (part.coverage?.gaps.length ?? 0)
    }
    yield batch
  }
  const json = given.kind === 'openapi' && given.isYaml ? storedDocument(given.document) : undefined
  const document = json === undefined ? null : await compress(json)
  return { kind: given.kind, title, root, skipped, size: file.length, bytes: await compress(file), document, changes }
})

/** The schemas that are parts. One that may be a part with another name is one as well, because people are asked about two parts. */
function schemasIn({ hasSchemas }: PartsTask, { renamings }: ReadChanges): boolean | Set<string> {
  if (typeof hasSchemas === 'boolean') return hasSchemas
  const renamed = renamings.filter(({ kind, before }) => kind === 'schema' && hasSchemas.has(before))
  return new Set([...hasSchemas, ...renamed.map(({ after }) => after)])
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hashes of the parts of a description without their texts. */
function shapesIn(document: unknown) {
  const { parts, isCut } = sealsOf(document)
  const seals = new Map(parts.map(({ kind, key, seal }) => [`${kind} ${key}`, seal]))
  return ({ kind, key, method, path }: Pick<Part, 'kind' | 'key' | 'method' | 'path'>) => {
    const seal = isCut ? undefined : seals.get(`${kind} ${key}`)
    return seal ? sha256(JSON.stringify([method, path, seal])) : ''
  }
}

/** Fields that are not part of the shape of a table: texts, former names and references from other tables. */
const NO_SHAPE = new Set(['comment', 'was', 'needsNoWords', 'address', 'referencedBy', 'uses', 'diagram', 'former'])
const shapeOfTable = (view: object) => sha256(JSON.stringify(view, (key, value: unknown) => (NO_SHAPE.has(key) ? undefined : value)))

type Take = (
  entry: string,
  part: Omit<ReadPart, 'seal' | 'shape' | 'chars' | 'body' | 'markdown' | 'coverage'>,
  content: object,
  text: Part['text'],
  count: () => PartCoverage,
  shape: string,
) => number

type Read = Pick<PartsRead, 'title' | 'root' | 'skipped'>

const linkTo = (entry: string) => pageLink(entry, '')

function takeCalls(document: Json, { fileName: name, language, hasSchemas }: PartsTask, take: Take): Read {
  const shapeOf = shapesIn(document)
  let left = GAP_CHARACTERS_MAX
  const counted = ({ gaps, ...counts }: ReturnType<typeof callCoverage>): PartCoverage => {
    const paths = JSON.stringify(gaps)
    left -= paths.length
    return { ...counts, gaps: left < 0 ? '[]' : paths }
  }
  return readParts({ name, document, language, hasSchemas }, linkTo, (entry, { call, text, schemas, tags: _, ...part }, operation) => {
    const content = call ? { call } : { markdown: text().markdown, ...(schemas ? { schemas } : {}) }
    // The fields of a named schema count where operations use them.
    const count = () => (call && part.kind !== 'schema' ? counted(callCoverage(call, operation)) : NO_COVERAGE)
    return take(entry, part, content, text, count, shapeOf(part))
  })
}

async function takeTables(
  snapshot: Snapshot,
  before: Given | undefined,
  { language, overview, renames }: PartsTask,
  take: Take,
): Promise<Read> {
  const known = overview ? (JSON.parse((await expand(overview)).toString('utf8')) as { view: { former?: Former } }).view.former : undefined
  const was = before?.kind === 'database' ? formerNames(before.snapshot, snapshot, known ?? [], renames) : new Map()
  const keys = before?.kind === 'database' ? formerKeys(before.snapshot, snapshot, renames) : new Map<string, string>()
  const root = readTables({ snapshot, language, linkTo, was }, (entry, { view, markdown, describable, described, gaps, ...part }) => {
    const count = () => ({ describable, described, gaps: JSON.stringify(gaps) })
    const text = () => ({ markdown, length: markdown.length })
    const formerKey = part.kind === 'table' ? keys.get(part.key) : undefined
    const read = { ...part, method: '', path: '', ...(formerKey === undefined ? {} : { formerKey }) }
    take(entry, read, { view }, text, count, shapeOfTable(view))
  })
  return { title: snapshot.name, root, skipped: snapshot.problems }
}

type Snapshot = NonNullable<ReturnType<typeof snapshotIn>>

type Former = [table: string, column: string, names: string[]][]

type Given = { kind: 'database'; snapshot: Snapshot } | { kind: 'openapi'; document: Json; isYaml: boolean }

/** The structure of a database, or else the description of an API. */
function givenIn(text: string): Given {
  const snapshot = snapshotIn(text)
  return snapshot ? { kind: 'database', snapshot } : { kind: 'openapi', document: documentIn(text), isYaml: !/^\s*\{/.test(text) }
}

/** A file of another kind is no source. */
function documentIn(text: string): Json {
  try {
    return descriptionOf(text)
  } catch (error) {
    if (error instanceof Refusal && error.error === 'importKind') throw new Refusal('sourceKind')
    throw error
  }
}
