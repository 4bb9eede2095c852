import { dirname, resolve } from 'node:path'
import { plain } from '../lib/plain.ts'
import { UsageError } from '../lib/usage-error.ts'
import { isObject, type Json, own } from './document.ts'
import type { Files, OpenedFile } from './files.ts'
import type { BundleWords } from './words.ts'

export interface Target {
  file: OpenedFile
  /** A JSON pointer, or the name of an anchor; '' for the whole file. */
  fragment: string
}

export interface Found {
  value: unknown
  /** The file that references in the value start from. */
  file: OpenedFile
}

export const keyOf = ({ file, fragment }: Target) => `${file.path}#${fragment}`

export const unescapePart = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
export const escapePart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** The target of a part inside of a target. */
export const partOf = ({ file, fragment }: Target, key: string): Target => ({ file, fragment: `${fragment}/${escapePart(key)}` })

/** The keyword that makes an object a reference. */
export const refKeyOf = (value: unknown) => ['$ref', '$dynamicRef'].find((key) => typeof own(value, key) === 'string')

export function refOf(value: unknown): string | undefined {
  const key = refKeyOf(value)
  return key === undefined ? undefined : String(own(value, key))
}

/** The part of a reference after the file, as it is written. */
export const hashOf = (ref: string): string => (ref.includes('#') ? ref.slice(ref.indexOf('#')) : '#')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A longer chain of references on the way of a pointer leads to nothing. */
const CHAIN_MAX = 40

/** Finds what references lead to, in the file itself and in other files. */
export class References {
  private readonly files: Files
  private readonly words: BundleWords
  private readonly anchors = new Map<OpenedFile, Map<string, Json>>()
  /** The file of each value that was moved into a document of another file. */
  readonly homes = new Map<object, OpenedFile>()
  /** References that hold in the resulting document. */
  readonly final = new Set<object>()

  constructor(files: Files, words: BundleWords) {
    this.files = files
    this.words = words
  }

  /** How a message names a reference. */
  where(ref: string, file: OpenedFile): string {
    return `${this.files.nameOf(file.path)}: ${plain(ref)}`
  }

  /** The file and the part of a reference; undefined for the address of another site, which is never opened. */
  locate(ref: string, from: OpenedFile): Target | undefined {
    const path = ref.split('#')[0] as string
    const fragment = decoded(hashOf(ref).slice(1))
    if (path === '') return { file: from, fragment }
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(path)) return undefined
    return { file: this.files.open(resolve(dirname(from.path), decoded(path)), this.where(ref, from)), fragment }
  }

  /** The value of a target. Throws if there is none. */
  valueAt(target: Target, ref: string, from: OpenedFile): Found {
    const found = this.at(target, 0)
    if (!found) throw new UsageError(this.words.nothing(this.where(ref, from)))
    return found
  }

  private at({ file: start, fragment }: Target, chain: number): Found | undefined {
    if (fragment !== '' && !fragment.startsWith('/')) {
      const value = this.anchorsOf(start).get(fragment)
      return value && { value, file: this.homes.get(value) ?? start }
    }
    let found: Found | undefined = { value: start.document, file: start }
    for (const part of fragment.split('/').slice(1)) {
      const key = unescapePart(part)
      found = found && this.inside(found, key, chain)
    }
    return found
  }

  private inside({ value, file }: Found, key: string, chain: number): Found | undefined {
    if (Array.isArray(value) && !/^\d{1,7}$/.test(key)) return undefined
    const inner = Array.isArray(value) ? value[Number(key)] : own(value, key)
    if (inner !== undefined) return { value: inner, file: this.homes.get(inner as object) ?? file }
    const ref = refOf(value)
    if (ref === undefined || chain >= CHAIN_MAX || this.final.has(value as object)) return undefined
    const target = this.locate(ref, file)
    const found = target && this.at(target, chain + 1)
    return found && this.inside(found, key, chain + 1)
  }

  private anchorsOf(file: OpenedFile): Map<string, Json> {
    const known = this.anchors.get(file)
    if (known) return known
    const anchors = new Map<string, Json>()
    this.anchors.set(file, anchors)
    const seen = new Set<unknown>()
    const open = [file.document]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next !== 'object' || next === null || seen.has(next)) continue
      seen.add(next)
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = own(next, keyword)
        if (typeof name === 'string' && isObject(next) && !anchors.has(name)) anchors.set(name, next)
      }
      open.push(...Object.values(next).filter((inner) => typeof inner === 'object'))
    }
    return anchors
  }
}
