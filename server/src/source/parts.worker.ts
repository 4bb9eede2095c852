import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { Refusal } from '@sheaf/contract/errors'
import type { Language } from '@sheaf/contract/languages'
import { type Change, changesBetween, type Renaming } from '@sheaf/description/changes'
import { descriptionOf } from '@sheaf/description/openapi'
import { type Part, type PartTree, readParts } from '@sheaf/description/parts'
import { pageLink } from '../import-plan/plan.ts'
import { streamTask } from '../runtime/stream-task.ts'
import { textOf } from './out/file-text.ts'

interface PartsTask {
  path: string
  fileName: string
  language: Language
  hasSchemas: boolean
  /** Seals of the parts that the source has already, by `KIND KEY`. */
  known: Map<string, string>
  /** The file of the version that pages show, compressed; undefined for the first version. */
  before: Uint8Array | undefined
  /** Seals of changes that a manager has accepted. */
  accepted: Set<string>
}

/** A part with its content; `body` and `markdown` are missing if its seal is known. */
export interface ReadPart extends Omit<Part, 'call' | 'markdown' | 'schemas' | 'tags'> {
  /** SHA-256 of all that its page shows. */
  seal: string
  /** Its call or its Markdown as compressed JSON. */
  body?: Buffer
  markdown?: string
}

interface PartsRead {
  title: string
  root: PartTree
  skipped: { name: string; reason: string }[]
  size: number
  /** The file as received, compressed. */
  bytes: Buffer
  changes: ReadChanges
}

/** What a version changes for those who use the API. */
export interface ReadChanges {
  counts: Record<Change['class'], number>
  /** How many of them a manager has accepted. */
  accepted: { breaking: number; risky: number }
  /** Calls that are gone with the new ones that they may be. */
  renamings: Renaming[]
  /** The first changes, the worst ones first. */
  list: Pick<Change, 'kind' | 'key' | 'label' | 'rule' | 'class' | 'path' | 'before' | 'after' | 'seal'>[]
}

const PARTS_MAX = 60_000
/** Characters of a batch; receiving a larger message would block the main thread. */
const BATCH_CHARACTERS = 256 * 1024

const [compress, expand] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Reads the parts of a description in a worker thread, in batches. */
export default streamTask(async function* (task: PartsTask): AsyncGenerator<ReadPart[], PartsRead> {
  const { fileName: name, language, hasSchemas, known } = task
  const file = await readFile(task.path)
  const text = await textOf(file)
  const parts: ReadPart[] = []
  const document = documentIn(text)
  const { title, root, skipped } = readParts(
    { name, document, language, hasSchemas },
    (entry) => pageLink(entry, ''),
    (entry, { call, markdown, schemas, tags: _, ...part }) => {
      if (parts.length >= PARTS_MAX) throw new Refusal('sourceParts', { max: String(PARTS_MAX) })
      const json = JSON.stringify(call ? { call } : { markdown, ...(schemas ? { schemas } : {}) })
      const seal = createHash('sha256')
        .update(JSON.stringify([part.title, part.method, part.path, json]))
        .digest('hex')
      parts.push(known.get(entry) === seal ? { ...part, seal } : { ...part, seal, markdown, body: zstdCompressSync(json) })
    },
  )
  for (let at = 0; at < parts.length; ) {
    const batch: ReadPart[] = []
    for (let size = 0; at < parts.length && size < BATCH_CHARACTERS && batch.length < 500; at++) {
      const part = parts[at] as ReadPart
      batch.push(part)
      size += (part.markdown?.length ?? 0) + (part.body?.length ?? 0)
    }
    yield batch
  }
  const changes = await changesSince(task, document)
  return { title, root, skipped, size: file.length, bytes: await compress(file), changes }
})

/** A file of another kind is no source. */
function documentIn(text: string) {
  try {
    return descriptionOf(text)
  } catch (error) {
    if (error instanceof Refusal && error.error === 'importKind') throw new Refusal('sourceKind')
    throw error
  }
}

const CHANGES_LISTED_MAX = 500
const RENAMINGS_MAX = 200
const order: Change['class'][] = ['breaking', 'risky', 'safe', 'words']

async function changesSince({ before, accepted }: PartsTask, document: unknown): Promise<ReadChanges> {
  const counts = { breaking: 0, risky: 0, safe: 0, words: 0 }
  const found: ReadChanges = { counts, accepted: { breaking: 0, risky: 0 }, renamings: [], list: [] }
  if (!before) return found
  const { changes, renamings } = changesBetween(documentIn(await textOf(await expand(before))), document)
  found.renamings = renamings.slice(0, RENAMINGS_MAX)
  for (const { class: one, seal } of changes) if ((one === 'breaking' || one === 'risky') && accepted.has(seal)) found.accepted[one]++
  const byClass = Map.groupBy(changes, (change) => change.class)
  for (const one of order) {
    const some = byClass.get(one) ?? []
    found.counts[one] = some.length
    for (const { kind, key, label, rule, path, before: was, after, seal } of some.slice(0, CHANGES_LISTED_MAX - found.list.length))
      found.list.push({ kind, key, label, rule, class: one, path, before: was.slice(0, 200), after: after.slice(0, 200), seal })
  }
  return found
}
