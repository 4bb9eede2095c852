import { hash } from 'node:crypto'
import type { Language } from '@sheaf/contract'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { targetReader } from '../../runtime/item-links.ts'
import { pack } from '../../zip/pack.ts'
import { safeName } from '../../zip/safe-name.ts'
import type { ZipFile } from '../../zip/zip-stream.ts'
import type { ExportNode } from '../export.nodes.ts'
import type { ExportPage } from '../export.source.ts'
import { type Archive, type PageTargets, targetsOf } from '../page-task.ts'
import { sheetMarkdown } from '../sheet-markdown.ts'

/** Pages that are looked at together, and characters of them. */
const BATCH_PAGES = 40
const BATCH_CHARACTERS = 512 * 1024

async function* inBatches(pages: AsyncIterable<ExportPage>): AsyncGenerator<ExportPage[]> {
  let held: ExportPage[] = []
  let size = 0
  for await (const page of pages) {
    held.push(page)
    size += page.content.length
    if (held.length < BATCH_PAGES && size < BATCH_CHARACTERS) continue
    yield held
    ;[held, size] = [[], 0]
  }
  if (held.length) yield held
}

/** A first heading of level 1, which an import would take for the title. */
const HEADING = /^ {0,3}#(?:[ \t]|$)|^ {0,3}=+[ \t]*$/m

/** What stands above a text whose file would not tell its page's title, so that nothing is lost where only the folder is left. */
function frontMatter(title: string, content: string): string {
  const tells = safeName(title, '') === title && !HEADING.test(content)
  return tells ? '' : `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
}

/** The file that ShowDoc names after a digest. */
export const rawName = ({ id, title }: ExportNode) => `prefix_${hash('md5', `${title}_${id}`)}.md`

interface MarkdownArchive extends Archive {
  onPages: (n: number) => void
  /** The files of each page that has some, by their signs. */
  shown: Map<number, string[]>
}

/** Every page twice: in its folder as it is read, and as it is stored. */
export async function* pageEntries(world: MarkdownArchive): AsyncGenerator<ZipFile> {
  const { source, pathOf, shown, onPages } = world
  for await (const pages of inBatches(source.pages())) {
    const attached = await source.attached(pages.map(({ node }) => node.id))
    for (const page of pages) {
      const { node, content, addtime: time } = page
      const { targets, signs } = await targetsOf(page, attached.get(node.id) ?? [], world)
      if (signs.length) shown.set(node.id, signs)
      const text = await readable(page, targets, world)
      const raw = pack(content)
      yield { name: pathOf(node.id) ?? '', time, packed: text === content ? raw : pack(text) }
      yield { name: rawName(node), time, packed: raw }
    }
    onPages(pages.length)
  }
}

const written = (content: string, isSheet: boolean, shared: string, language: Language) =>
  (isSheet ? sheetMarkdown(content, language) : apiPageMarkdown(content, language, shared)) ?? content

/** The text as a person reads it: other forms written out, links leading to what lies beside it. */
async function readable({ node, content }: ExportPage, { files, pages }: PageTargets, { source, site }: MarkdownArchive): Promise<string> {
  const { item, language } = source
  const text = written(content, item.item_type === SPREADSHEET_ITEM, item.global_param, language)
  const head = frontMatter(node.title, content)
  if (files.length + pages.length === 0) return head + text
  // Most items need none of it, and it takes memory.
  const { rewriteLinks } = await import('@sheaf/markdown/rewrite-links')
  return head + rewriteLinks(text, targetReader(site, files, pages))
}
