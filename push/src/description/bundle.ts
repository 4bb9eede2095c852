import { parse } from 'node:path'
import { UsageError } from '../lib/usage-error.ts'
import { isObject, type Json, leastLength, own, put } from './document.ts'
import { BYTES_MAX, Files, type OpenedFile } from './files.ts'
import { type Position, positionIn, sectionsOf } from './positions.ts'
import { escapePart, hashOf, keyOf, partOf, References, refKeyOf, refOf, type Target, unescapePart } from './references.ts'
import type { BundleWords } from './words.ts'

/** A value that is still to be looked at, in the file that it comes from. */
interface Work extends Position {
  parent: object
  key: string
  file: OpenedFile
}

/** A map of the resulting document, and where it comes from if that is another file. */
interface Section {
  map: Json
  from: Target | undefined
}

/**
 * Writes the parts of other files that a description refers to into its components, and changes the references. References to other
 * sites stay as they are, and nothing is requested from them.
 */
class Bundle {
  private readonly main: OpenedFile
  private readonly root: Json
  private readonly words: BundleWords
  private readonly references: References
  private readonly isSwagger: boolean
  private readonly sections: ReadonlyMap<string, string>
  /** The local reference of each part that has a place. */
  private readonly placed = new Map<string, string>()
  /** What was written in place of a reference. */
  private readonly inlined = new Map<Json, unknown>()
  private readonly open: Work[] = []
  private readonly numbers = new Map<string, number>()

  constructor(files: Files, main: OpenedFile, root: Json, words: BundleWords) {
    this.main = main
    this.root = root
    this.words = words
    this.references = new References(files, words)
    this.isSwagger = own(root, 'openapi') === undefined
    this.sections = sectionsOf(this.isSwagger)
  }

  run(): void {
    this.adoptComponents()
    const seen = new Set<object>([this.root])
    this.expand(this.root, { kind: '', isMap: false }, this.main)
    for (let work = this.open.pop(); work; work = this.open.pop()) {
      const value = this.settled(work)
      if (typeof value !== 'object' || value === null || seen.has(value)) continue
      seen.add(value)
      this.expand(value, work, this.fileOf(value, work.file))
    }
  }

  private fileOf(value: unknown, inherited: OpenedFile): OpenedFile {
    return this.references.homes.get(value as object) ?? inherited
  }

  private moved(value: unknown, file: OpenedFile): void {
    if (typeof value === 'object' && value !== null) this.references.homes.set(value, file)
  }

  /** Notes the values inside of a value, so that the first of them is looked at first. */
  private expand(value: object, at: Position, file: OpenedFile): void {
    const isList = Array.isArray(value)
    const inside = Object.entries(value).flatMap(([key, inner]): Work[] => {
      if (typeof inner !== 'object' || inner === null) return []
      if (key === 'discriminator' && !at.isMap) this.rewriteMapping(own(inner, 'mapping'), file)
      const position = isList ? { kind: at.kind, isMap: false } : positionIn(key, inner, at, this.isSwagger)
      return position ? [{ parent: value, key, file, ...position }] : []
    })
    for (const work of inside.reverse()) this.open.push(work)
  }

  /** The value of this place after its reference was changed, or was replaced by what it refers to. */
  private settled({ parent, key, kind, isMap, file: inherited }: Work): unknown {
    const value = (parent as Json)[key]
    const refKey = refKeyOf(value)
    if (refKey === undefined || !isObject(value) || this.references.final.has(value)) return value
    const file = this.fileOf(value, inherited)
    if (!isMap && this.sections.has(kind)) {
      put(value, refKey, this.rewritten(String(value[refKey]), file, kind))
      this.references.final.add(value)
      return value
    }
    const { map: content } = this.contentOf(value, file)
    put(parent, key, content)
    return content
  }

  /** What a reference to another file leads to, together with the other keywords of the reference. */
  private contentOf(reference: Json, from: OpenedFile): { map: unknown; from: Target | undefined } {
    const known = this.inlined.get(reference)
    if (known !== undefined) return { map: known, from: undefined }
    let value: unknown = reference
    let file = from
    let at: Target | undefined
    const seen = new Set<string>()
    for (let ref = refOf(value); ref !== undefined && isObject(value) && !this.references.final.has(value); ref = refOf(value)) {
      const target = this.references.locate(ref, file)
      if (!target) break
      if (target.file === this.main) {
        put(value, refKeyOf(value) as string, hashOf(ref))
        this.references.final.add(value)
        break
      }
      if (seen.has(keyOf(target))) throw new UsageError(this.words.circle(this.references.where(ref, file)))
      seen.add(keyOf(target))
      const found = this.references.valueAt(target, ref, file)
      value = this.merged(found.value, found.file, value, file)
      file = found.file
      at = target
      this.moved(value, file)
    }
    this.inlined.set(reference, value)
    return { map: value, from: at }
  }

  private merged(found: unknown, foundIn: OpenedFile, reference: Json, file: OpenedFile): unknown {
    const { $ref: _ref, $dynamicRef: _dynamic, ...others } = reference
    if (!isObject(found) || Object.keys(others).length === 0) return found
    for (const inner of Object.values(found)) this.moved(inner, this.fileOf(inner, foundIn))
    for (const inner of Object.values(others)) this.moved(inner, this.fileOf(inner, file))
    return { ...found, ...others }
  }

  /** The reference in the resulting document; the part that it refers to gets a place there. */
  private rewritten(ref: string, file: OpenedFile, kind: string): string {
    const target = this.references.locate(ref, file)
    if (!target) return ref
    if (target.file === this.main) return hashOf(ref)
    const known = this.placed.get(keyOf(target))
    if (known) return known
    const found = this.references.valueAt(target, ref, file)
    const map = this.mapOf(kind)
    const name = this.freeName(map, target)
    const local = this.localOf(kind, name)
    this.placed.set(keyOf(target), local)
    put(map, name, found.value)
    this.moved(found.value, found.file)
    this.open.push({ parent: map, key: name, kind, isMap: false, file: found.file })
    return local
  }

  /** Values of a discriminator are names of schemas, or references. */
  private rewriteMapping(mapping: unknown, file: OpenedFile): void {
    if (!isObject(mapping) || this.references.final.has(mapping)) return
    this.references.final.add(mapping)
    for (const [key, ref] of Object.entries(mapping))
      if (typeof ref === 'string' && /[#/]/.test(ref)) put(mapping, key, this.rewritten(ref, file, 'schemas'))
  }

  private localOf(kind: string, name: string): string {
    return `#/${this.isSwagger ? '' : 'components/'}${this.sections.get(kind)}/${escapePart(name)}`
  }

  /** The map of the resulting document for shared objects of this kind. */
  private mapOf(kind: string): Json {
    const document: Section = { map: this.root, from: undefined }
    return this.child(this.isSwagger ? document : this.child(document, 'components'), this.sections.get(kind) ?? kind).map
  }

  /** The map with this name, which is created if it is missing, and read from another file if it is a reference. */
  private child({ map, from }: Section, key: string): Section {
    const known = own(map, key)
    const file = this.fileOf(known, from?.file ?? this.main)
    const isReference = isObject(known) && refOf(known) !== undefined
    const content = isReference ? this.contentOf(known, file) : { map: known, from: from && partOf(from, key) }
    const found = isObject(content.map) ? content.map : {}
    if (found !== known) put(map, key, found)
    return { map: found, from: content.from }
  }

  private freeName(map: Json, { file, fragment }: Target): string {
    const last = unescapePart(fragment.split('/').at(-1) ?? '') || parse(file.path).name
    const wanted = last.replace(/[^\p{L}\p{N}._-]+/gu, '-')
    if (!Object.hasOwn(map, wanted)) return wanted
    let n = this.numbers.get(wanted) ?? 2
    while (Object.hasOwn(map, `${wanted}-${n}`)) n++
    this.numbers.set(wanted, n + 1)
    return `${wanted}-${n}`
  }

  /** A component that is no more than a reference keeps its name, whichever reference to its part is found first. */
  private adoptComponents(): void {
    const document: Section = { map: this.root, from: undefined }
    if (!this.isSwagger && own(this.root, 'components') === undefined) return
    const components = this.isSwagger ? document : this.child(document, 'components')
    for (const [kind, name] of this.sections) {
      if (own(components.map, name) === undefined) continue
      const { map, from } = this.child(components, name)
      for (const key of Object.keys(map)) {
        const local = this.localOf(kind, key)
        if (from) this.placed.set(keyOf(partOf(from, key)), local)
        this.adopt(map, key, local, from?.file ?? this.main)
      }
    }
  }

  private adopt(map: Json, key: string, local: string, inherited: OpenedFile): void {
    let value = map[key]
    let file = this.fileOf(value, inherited)
    for (let ref = refOf(value); ref !== undefined && Object.keys(value as Json).length === 1; ref = refOf(value)) {
      const target = this.references.locate(ref, file)
      if (!target || target.file === this.main || this.placed.has(keyOf(target))) break
      this.placed.set(keyOf(target), local)
      const found = this.references.valueAt(target, ref, file)
      value = found.value
      file = found.file
      this.moved(value, file)
    }
    put(map, key, value)
  }
}

interface BundledDescription {
  bytes: Buffer
  /** The title in the description, '' if it has none. */
  title: string
  /** How many files were read. */
  files: number
}

/**
 * A description as one file. Without references to other files these are the bytes of the file itself. Throws a UsageError if a file
 * is missing, is outside of the root, or cannot be read.
 */
export function bundle(path: string, root: string, words: BundleWords): BundledDescription {
  const files = new Files(root, words)
  const main = files.open(path, path)
  const document = main.document
  if (!isObject(document) || (own(document, 'openapi') === undefined && own(document, 'swagger') === undefined))
    throw new UsageError(words.noDescription(path))
  new Bundle(files, main, document, words).run()
  const given = own(own(document, 'info'), 'title')
  const title = typeof given === 'string' ? given : ''
  if (files.count === 1) return { bytes: main.bytes, title, files: 1 }
  const length = leastLength(document)
  if (length === Number.POSITIVE_INFINITY) throw new UsageError(words.circle(path))
  const text = length > BYTES_MAX ? undefined : JSON.stringify(document)
  const bytes = Buffer.from(text ?? '')
  if (text === undefined || bytes.length > BYTES_MAX) throw new UsageError(words.tooLarge(BYTES_MAX / 1_000_000))
  return { bytes, title, files: files.count }
}
