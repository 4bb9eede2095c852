import type { BlockPart } from '@sheaf/contract'
import type { ApiServer } from '@sheaf/description/call'
import { type StoredPart, screenText } from '@sheaf/description/compose'
import { infoOf, type LineMark, type PartFence, partFences } from '@sheaf/description/fence'
import { renderPage } from '@sheaf/description/view'
import type { Rendered, RenderOptions } from '@sheaf/markdown'

/** The part that a block names. */
export type Block = Pick<PartFence, 'kind' | 'source' | 'key'>

/** The part of a block with the environments that its readers choose from. */
export interface KnownPart extends BlockPart {
  environments?: ApiServer[]
}

/** Parts of sources by `infoOf`; null for a block that readers see as code. */
export type KnownParts = ReadonlyMap<string, KnownPart | null>

export interface Composed extends Rendered {
  /** Which lines of the shown text are from which lines of the text in the editor. */
  marks: LineMark[]
  /** Blocks whose parts are not known yet; they are cards until then. */
  wanted: Block[]
}

/** A part is decoded once, and not at each keystroke. */
const decoded = new WeakMap<BlockPart, StoredPart>()

function storedPart(known: BlockPart, { kind, key }: Block): StoredPart | undefined {
  if (known.part === '' && known.brief === '') return undefined
  const blank = { kind, key, method: '', path: '', title: '', language: 'en' as const, address: '', gone: '', body: { markdown: '' } }
  const part = decoded.get(known) ?? (known.part ? (JSON.parse(known.part) as StoredPart) : { ...blank, brief: known.brief })
  decoded.set(known, part)
  return part
}

/** Renders the text of a page as its readers will see it: with the words as typed so far in the views of its parts. */
export async function renderComposed(text: string, options: RenderOptions, parts: KnownParts): Promise<Composed> {
  const marks: LineMark[] = []
  const wanted = new Map<string, Block>()
  for (const fence of partFences(text)) if (!parts.has(infoOf(fence))) wanted.set(infoOf(fence), fence)
  const own = new Set<StoredPart>()
  const partOf = (block: Block) => {
    const known = parts.get(infoOf(block))
    const part = known ? storedPart(known, block) : undefined
    if (part && known?.part) own.add(part)
    return part
  }
  const screen = screenText(text, { partOf, isOwn: (part) => own.has(part) }, marks)
  const byInfo = new Map(screen.calls)
  const idOf = (info: string) =>
    info
      .trim()
      .replace(/[ \t]+/, ' ')
      .replace(/^(\S+ \S+)[ \t]+/, '$1 ')
  const page = await renderPage(screen.text, {
    ...options,
    partCards: (info) => parts.get(idOf(info)) !== null,
    isWorded: false,
    hasColumn: false,
    // The same for all operations of an item.
    environments: [...parts.values()].find((part) => part?.environments)?.environments ?? [],
    calls: (info) => byInfo.get(info.trim()),
    schemas: (info) => {
      const schemas = parts.get(info.trim())?.schemas
      return schemas ? { names: new Set(schemas.names), address: `${options.base ?? ''}${schemas.address}` } : undefined
    },
  })
  return { ...page, marks, wanted: [...wanted.values()].map(({ kind, source, key }) => ({ kind, source, key })) }
}
