import type { Language } from '@sheaf/contract/languages'
import type { ApiCall } from '../call/call.ts'
import { blocks, code } from '../call/markdown.ts'
import { apiPageMarkdown } from '../call/page.ts'
import type { Part } from '../parts/parts.ts'
import type { DictionaryView } from '../tables/dictionary.ts'
import { briefOf, dictionaryMarkdown } from '../tables/markdown.ts'
import { type Drift, type OverviewTableLive, type TableCatalog, type WordedDictionary, withTableWords } from '../tables/words.ts'
import { bareFence, composeParts, infoOf, type LineMark, type PartFence } from './fence.ts'
import { type SchemaWords, withSchemaWords } from './schema-words.ts'
import { type PartWords, readWords, withWords } from './words.ts'

/** A part as it is stored with its source, with the addresses of pages as links. */
export interface StoredPart extends Pick<Part, 'kind' | 'key' | 'method' | 'path' | 'title'> {
  language: Language
  body: { call: ApiCall } | { markdown: string; schemas?: string[] } | { view: DictionaryView }
  /** What people have written about named schemas of its source, for a call. */
  schemaWords?: SchemaWords
  /** What people have written on the pages of the tables of an overview, for the screen. */
  live?: OverviewTableLive[]
  /** How other instances of the database differ, for the screen. */
  drift?: Drift
  /** The catalogs of the tables of an overview, for the screen. */
  catalogs?: TableCatalog[]
  /** The address of its page, '' if it has none. */
  address: string
  /** The line that says that the source no longer has the part; '' while it has it. */
  gone: string
  /** What other pages than its own show, if that is known without its content. */
  brief?: string
}

const words = {
  en: { gone: (label: string) => `The source no longer has this since ${label}. This is what it said last.` },
  zh: { gone: (label: string) => `自 ${label} 起，来源中已没有此内容，以下为来源中最后的内容。` },
}

/** The note on the page of a part that the source no longer has since the version `label`. */
export const goneNote = (language: Language, label: string): string => words[language === 'zh' ? 'zh' : 'en'].gone(label)

const linkText = (text: string) => text.replace(/[[\]\\]/g, '\\$&')

/** The part in brief, on pages that are not its own: a link with its title, method and address. */
export function brief({ title, method, path, address, kind, key, body, brief: known }: StoredPart): string {
  if (known !== undefined) return known
  const name = title || key
  const link = address ? `[${linkText(name)}](${address})` : linkText(name)
  if ('view' in body) return [link, briefOf(body.view)].filter(Boolean).join(' · ')
  return kind === 'operation' || kind === 'webhook' ? `${link} · ${code(`${method} ${path}`)}` : link
}

/** The whole Markdown of a part, with the words of people in place; words without a place are not shown. */
function whole({ body, language, gone, schemaWords }: StoredPart, given: PartWords[]): string {
  const note = gone ? `> ${gone}\n\n` : ''
  if ('view' in body) return note + dictionaryMarkdown(withTableWords(body.view, given), language)
  if ('markdown' in body) {
    const replaced = given.find(({ path, mode }) => path === 'description' && mode === 'replace')?.words ?? body.markdown
    const added = given.filter(({ path, mode }) => path === 'description' && mode === 'add').map((one) => one.words)
    return note + [replaced.trim(), ...added.map(blocks)].join('\n\n')
  }
  const { call, summary } = withWords(schemaWords ? withSchemaWords(body.call, schemaWords) : body.call, given)
  const lead = summary ? `${blocks(summary)}\n\n` : ''
  return note + lead + apiPageMarkdown(call, language)
}

interface ComposeOptions<P extends StoredPart> {
  /** The part that a block names; undefined if there is none, so that the block stays as code. */
  partOf: (fence: Pick<PartFence, 'kind' | 'source' | 'key'>) => P | undefined
  /** Whether the page is the own page of the part, which shows it whole, at its first block. */
  isOwn: (part: P) => boolean
}

/** A page for the screen: the calls and tables of its own blocks stay as blocks, which the renderer shows as their call, by their info line. */
export interface ScreenText {
  text: string
  calls: [info: string, call: ApiCall | WordedDictionary][]
  /** The schemas that types of these calls link to, by the names of their sources. */
  schemas?: Record<string, { names: string[]; address: string }>
}

/**
 * The text of a page with its parts in place, apart from the calls of its own operations, which get a view instead of Markdown. `marks`
 * receives which lines are from which lines of the text.
 */
export function screenText<P extends StoredPart>(text: string, { partOf, isOwn }: ComposeOptions<P>, marks?: LineMark[]): ScreenText {
  const calls = new Map<string, ApiCall | WordedDictionary>()
  const shown = new Set<P>()
  const composed = composeParts(
    text,
    (block) => {
      const part = partOf(block)
      if (!part) return undefined
      if (!isOwn(part) || shown.has(part)) return brief(part)
      shown.add(part)
      const { words } = readWords(block.body)
      if ('markdown' in part.body) return whole(part, words)
      const fence = bareFence(block)
      const note = part.gone && `> ${part.gone}`
      if ('view' in part.body) {
        const view = withTableWords(part.body.view, words)
        const { live, drift, catalogs } = part
        calls.set(infoOf(block), { ...view, ...(live ? { live } : {}), ...(drift ? { drift } : {}), ...(catalogs ? { catalogs } : {}) })
        return [note, fence].filter(Boolean).join('\n\n')
      }
      const { schemaWords } = part
      const { call, summary } = withWords(schemaWords ? withSchemaWords(part.body.call, schemaWords) : part.body.call, words)
      const { kind, path } = part
      const route = kind === 'operation' ? { route: `${path.startsWith('/') ? '' : '/'}${path}` } : {}
      calls.set(infoOf(block), { ...call, ...route })
      return [note, blocks(summary), fence].filter(Boolean).join('\n\n')
    },
    marks,
  )
  return { text: composed, calls: [...calls] }
}

/** The Markdown of a page with its parts in place: what clients, exports and the search read. */
export function composedText<P extends StoredPart>(text: string, { partOf, isOwn }: ComposeOptions<P>): string {
  const shown = new Set<P>()
  return composeParts(text, (block) => {
    const part = partOf(block)
    if (!part) return undefined
    if (!isOwn(part) || shown.has(part)) return brief(part)
    shown.add(part)
    return whole(part, readWords(block.body).words)
  })
}
