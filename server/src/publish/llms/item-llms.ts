import type { ItemHead } from '../../access/access.store.ts'
import type { Scope } from '../../access/access.ts'
import { type Tree, treeOf } from '../../content/item.tree.service.ts'
import { agentNoteOf } from '../../content/listing.ts'
import type { RowMenu } from '../../content/menu.rules.ts'
import type { Services } from '../../context.ts'
import { Lru } from '../../runtime/lru.ts'
import { itemAddress } from '../address.ts'
import { firstSentence, inOneLine, linkLine, noteLines } from './lines.ts'
import { startsOf } from './llms.store.ts'

/** Above this length, first the sentences are left out, then whole catalogs become one link. */
const LLMS_CHARS_MAX = 100_000
/** The average length of a sentence with its mark. */
const SENTENCE_CHARS = 60

type LlmsServices = Pick<Services, 'store' | 'config'>
type Catalog = RowMenu['catalogs'][number]

interface Writing {
  address: string
  sentences: ReadonlyMap<number, string>
  /** Catalogs that are one link. */
  folded: ReadonlySet<number>
}

const pagesIn = (menu: RowMenu): number => menu.catalogs.reduce((sum, below) => sum + pagesIn(below), menu.pages.length)

/** The lines of a level of the tree and all below it: a section for each catalog, named by its path. */
function* linesIn(menu: RowMenu, path: string[], writing: Writing): Generator<string> {
  const { address, sentences, folded } = writing
  for (const { page_id, page_title } of menu.pages) yield linkLine(page_title, `${address}/${page_id}.md`, sentences.get(page_id))
  for (const catalog of menu.catalogs) {
    const here = [...path, inOneLine(catalog.cat_name)]
    yield* folded.has(catalog.cat_id)
      ? ['', linkLine(here.join(' / '), `${address}/llms.txt?cat_id=${catalog.cat_id}`, `${pagesIn(catalog)} pages`)]
      : ['', `## ${here.join(' / ')}`, '', ...linesIn(catalog, here, writing)]
  }
}

const lengthOf = (lines: Iterable<string>) => {
  let sum = 0
  for (const line of lines) sum += line.length + 1
  return sum
}

/** Folds the longest catalogs of this level until the text is short enough, or none is left. */
function foldedIn(menu: RowMenu, writing: Writing, length: number): ReadonlySet<number> {
  const folded = new Set<number>()
  const sizes = menu.catalogs
    .map((catalog) => ({ catalog, chars: lengthOf(linesIn(catalog, [], writing)) }))
    .sort((a, b) => b.chars - a.chars)
  for (const { catalog, chars } of sizes) {
    if (length <= LLMS_CHARS_MAX) break
    folded.add(catalog.cat_id)
    length -= chars
  }
  return folded
}

async function sentencesOf(services: LlmsServices, item_id: number, menu: RowMenu): Promise<Map<number, string>> {
  const ids: number[] = []
  const visit = (level: RowMenu) => {
    ids.push(...level.pages.map(({ page_id }) => page_id))
    level.catalogs.forEach(visit)
  }
  visit(menu)
  const starts = await startsOf(services, item_id, ids)
  return new Map([...starts].map(([page_id, start]) => [page_id, firstSentence(start)]))
}

function catalogIn(menu: RowMenu, cat_id: number, path: string[] = []): { catalog: Catalog; path: string[] } | undefined {
  for (const catalog of menu.catalogs) {
    const here = [...path, inOneLine(catalog.cat_name)]
    const found = catalog.cat_id === cat_id ? { catalog, path: here } : catalogIn(catalog, cat_id, here)
    if (found) return found
  }
  return undefined
}

interface Wanted {
  item: ItemHead
  visits: Scope
  /** 0 for the whole item. */
  cat_id: number
}

const made = new Lru<string>(8 * 1024 * 1024)

/** The llms.txt of an item, or of one of its catalogs, with what the caller can read; undefined for no such catalog. */
export async function itemLlms(services: LlmsServices, { item, visits, cat_id }: Wanted): Promise<string | undefined> {
  const [tree, note] = await Promise.all([treeOf(services, item, visits), agentNoteOf(services, item.item_id)])
  const address = itemAddress(services.config, item)
  const facts = [address, item.item_name, item.item_description, note, item.tree_version, cat_id]
  const key = visits === 'all' ? `${item.item_id} ${JSON.stringify(facts)}` : undefined
  const known = key && made.get(key)
  if (known) return known
  const text = await write(services, tree, { item, note, address, cat_id })
  if (key && text) made.set(key, text, text.length * 2 + key.length * 2)
  return text
}

async function write(
  services: LlmsServices,
  tree: Tree,
  { item, note, address, cat_id }: { item: ItemHead; note: string; address: string; cat_id: number },
): Promise<string | undefined> {
  const whole = tree.menu as RowMenu
  const found = cat_id ? catalogIn(whole, cat_id) : undefined
  if (cat_id && !found) return undefined
  const menu = found?.catalog ?? whole
  const description = inOneLine(item.item_description)
  const head = [
    `# ${[inOneLine(item.item_name), ...(found?.path ?? [])].join(' / ')}`,
    '',
    ...(description ? [`> ${description}`, ''] : []),
    ...(note && !found ? [noteLines(note), ''] : []),
  ]
  const short: Writing = { address, sentences: new Map(), folded: new Set() }
  const length = lengthOf(linesIn(menu, found?.path ?? [], short))
  const hasRoom = length + pagesIn(menu) * SENTENCE_CHARS <= LLMS_CHARS_MAX
  const writing: Writing = hasRoom
    ? { ...short, sentences: await sentencesOf(services, item.item_id, menu) }
    : { ...short, folded: foldedIn(menu, short, length) }
  // Pages at the top need a section of their own in this format.
  const lines = [...linesIn(menu, found?.path ?? [], writing)]
  const title = menu.pages.length > 0 && !found ? ['## Pages', ''] : []
  return `${[...head, ...title, ...lines].join('\n').replace(/\n{3,}/g, '\n\n')}\n`
}
