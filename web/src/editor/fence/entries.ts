import type { BlockPart } from '@sheaf/contract'
import type { StoredPart } from '@sheaf/description/compose'
import { isSingle } from '@sheaf/description/part-kinds'
import { type PartPath, pathsOf } from '@sheaf/description/paths'
import { readWords } from '@sheaf/description/words'
import type { Written } from './field.ts'
import type { FencePlace } from './place.ts'

/** One row of the menu. */
export interface FenceEntry extends Written {
  name: string
  /** Right of the name: the type of a field, the method and the path of an operation. */
  type: string
  isRequired: boolean
  /** Below the name. */
  about: { kind: 'below' | 'silent' | 'text' | 'instead'; text: string }
}

const SHOWN_MAX = 50

const flat = (text: string) => text.toLowerCase().replace(/\[\]|`/g, '')

/** Those that contain what was typed; those that begin with it, or one of whose steps does, come first. */
function matching(paths: PartPath[], query: string): PartPath[] {
  const typed = flat(query)
  const rank = ({ path }: PartPath) => {
    const at = flat(path).indexOf(typed)
    return at <= 0 ? at : flat(path).includes(`.${typed}`) ? 1 : 2
  }
  const ranked = paths.map((path) => ({ path, at: rank(path) })).filter(({ at }) => at >= 0)
  return ranked.sort((a, b) => a.at - b.at).map(({ path }) => path)
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)

/** Read once for each part, and not at each keystroke. */
const known = new WeakMap<BlockPart, PartPath[]>()

function pathsIn(part: BlockPart): PartPath[] {
  const paths = known.get(part) ?? (part.part ? pathsOf(JSON.parse(part.part) as StoredPart) : [])
  known.set(part, paths)
  return paths
}

/** The paths of a part; where the source says something, also the form with words below it. Those that the block has are left out. */
function pathEntries(part: BlockPart, { query, body }: FencePlace): FenceEntry[] {
  const isBelow = query.endsWith('+')
  const written = new Set(readWords(body).words.map(({ path, mode }) => `${path}${mode === 'add' ? '+' : ''}`))
  const entries = matching(pathsIn(part), isBelow ? query.slice(0, -1) : query).flatMap(
    ({ path, type, isRequired, says }): FenceEntry[] => {
      const row = { type, isRequired, after: '' }
      const about = says ? { kind: 'instead' as const, text: inOneLine(says) } : { kind: 'silent' as const, text: '' }
      const replace = { ...row, id: path, name: path, text: `${path}: `, about }
      const add = { ...row, id: `${path}+`, name: `${path}+`, text: `${path}+: `, about: { kind: 'below' as const, text: '' } }
      if (isBelow) return [add]
      return says ? [replace, add] : [replace]
    },
  )
  return entries.filter(({ name }) => !written.has(name) || name === query).slice(0, SHOWN_MAX)
}

interface Found {
  sources?: { name: string; title: string }[] | undefined
  parts?: { kind: string; key: string; title: string; method: string; path: string }[] | undefined
  part?: BlockPart | undefined
}

/** What the menu offers at a place of a block. */
export function entriesAt(place: FencePlace, { sources = [], parts = [], part }: Found): FenceEntry[] {
  const rest = place.isClosed ? '' : '\n```'
  if (place.stage === 'path') return part ? pathEntries(part, place) : []
  const plain = { type: '', isRequired: false }
  if (place.stage === 'source')
    return sources
      .filter(({ name, title }) => name.startsWith(place.query) || title.toLowerCase().includes(place.query))
      .slice(0, SHOWN_MAX)
      .map(({ name, title }) => ({
        ...plain,
        id: name,
        name,
        text: isSingle(place.kind) ? name : `${name} `,
        after: isSingle(place.kind) ? rest : '',
        about: { kind: 'text' as const, text: title === name ? '' : title },
      }))
  return parts
    .filter(({ kind }) => kind === place.kind)
    .map(({ key, title, method, path }) => ({
      ...plain,
      id: key,
      name: key,
      text: key,
      after: rest,
      type: method && `${method} ${path}` !== key ? `${method} ${path}` : '',
      about: { kind: 'text' as const, text: title === key ? '' : title },
    }))
}
