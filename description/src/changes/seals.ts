import { textAt } from '../json.ts'
import type { PartName } from '../parts/keys.ts'
import { CallInks, introductionInk } from './read/call-ink.ts'
import { forgetTexts, joined, packed, sha256 } from './read/canon.ts'
import { Described } from './read/described.ts'
import { outline } from './read/shape.ts'
import { Uses } from './read/uses.ts'

/** A part of a description with its hashes. It is also a row for `matchParts`. */
interface PartSeal extends PartName {
  /** The operationId of a call if no other one has it, otherwise ''. */
  id: string
  /** '' for a schema and the introduction. */
  method: string
  /** The path of an operation, the name of a webhook or a schema. */
  path: string
  /** The tags of a call, the names of the fields of a schema. */
  tags: string[]
  /** Hashes of the parts of a call or of the fields of a schema, by which similar parts are found. */
  pieces: string[]
  /** The hash of the part alone without its texts. What it refers to counts by name only. */
  shape: string
  /** The hash of its texts and examples, without those of what it refers to. */
  words: string
  /** The hash of the part without its texts, with all that it refers to. */
  seal: string
}

export interface Seals {
  /** Introduction, operations, webhooks and schemas in the order of the document. */
  parts: PartSeal[]
  /** Whether the document exceeds a limit, so that equal hashes do not mean equal parts. */
  isCut: boolean
}

/** More fields of one schema are not used to find similar schemas. */
const FIELDS_MAX = 40

/**
 * The hashes of all parts of a parsed description. Keys in another order, YAML instead of JSON, and lists of sets in another order give
 * the same hashes. Method, path, operationId and tags of a call are in no `shape` and no `seal`.
 */
export function sealsOf(document: unknown): Seals {
  try {
    return sealsIn(new Described(document))
  } finally {
    forgetTexts()
  }
}

function sealsIn(described: Described): Seals {
  const inks = new CallInks(described)
  const uses = new Uses(described, inks)
  const introduction = introductionInk(described)
  const parts: PartSeal[] = [
    {
      ...{ kind: 'introduction', key: 'introduction', id: '', method: '', path: '', tags: [], pieces: [] },
      ...{ shape: sha256(introduction.shape), words: sha256(introduction.words), seal: sha256(introduction.shape) },
    },
  ]
  for (const call of [...described.operations, ...described.webhooks]) {
    const ink = inks.of(call)
    const { kind, key, id, operation } = call
    const { method, path, tags } = operation
    parts.push({
      ...{ kind, key, id, method, path, tags, pieces: ink.pieces },
      shape: sha256(ink.shape),
      words: sha256(ink.words),
      seal: uses.sealOf(ink),
    })
  }
  for (const [name, schema] of described.schemas) {
    const ink = inks.schemas.of(schema)
    const { properties } = outline(described, schema)
    const fields = [...properties].slice(0, FIELDS_MAX)
    parts.push({
      ...{ kind: 'schema', key: name, id: '', method: '', path: name, tags: fields.map(([field]) => field.slice(0, 200)) },
      pieces: fields.map(([field, one]) => packed(joined([field, described.refKey(one) ?? textAt(one, 'type')]))),
      ...{ shape: sha256(ink.shape), words: sha256(ink.words), seal: uses.sealOf(ink) },
    })
  }
  return { parts, isCut: described.isCut || uses.isCut }
}
