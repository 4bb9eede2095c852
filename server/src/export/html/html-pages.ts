import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { renderInBounds } from '../../page/view/page.bounds.service.ts'
import { targetReader } from '../../runtime/item-links.ts'
import type { ExportNode } from '../export.nodes.ts'
import type { ExportPage } from '../export.source.ts'
import { type Archive, targetsOf } from '../page-task.ts'
import { offlineArticle } from './html-article.ts'
import { pageDocument } from './html-document.ts'
import { wordsOf } from './html-text.ts'

/** What stands around each page: the catalogs above it and the pages beside it. */
function placesOf(nodes: ExportNode[]) {
  const catalogs = new Map(nodes.filter(({ kind }) => kind === 'catalog').map((node) => [node.id, node]))
  const pages = nodes.filter(({ kind }) => kind === 'page')
  const at = new Map(pages.map((node, n) => [node.id, n]))
  const named = (node: ExportNode | undefined) => node && { page_id: node.id, title: node.title }
  return ({ id, parent }: ExportNode) => {
    const way: string[] = []
    for (let one = catalogs.get(parent); one; one = catalogs.get(one.parent)) way.unshift(one.title)
    const n = at.get(id) ?? 0
    return { way, previous: named(pages[n - 1]), next: named(pages[n + 1]) }
  }
}

interface RenderedPage {
  page: ExportPage
  document: string
  /** Its words, for the search. */
  words: string
}

/** Every page as a document of the folder. */
export async function* renderPages(archive: Archive): AsyncGenerator<RenderedPage> {
  const { source, site } = archive
  const { language, item } = source
  const placeOf = placesOf(source.nodes)
  for await (const page of source.pages()) {
    const { targets } = await targetsOf(page, [], archive)
    const isSheet = item.item_type === SPREADSHEET_ITEM
    const { html } = await renderInBounds({ text: page.content, options: { language, shared: item.global_param }, isSheet }, '')
    const article = await offlineArticle(html, targetReader(site, targets.files, targets.pages), language)
    const shown = { page_id: page.node.id, title: page.node.title, ...placeOf(page.node) }
    yield { page, document: pageDocument(shown, article, item.item_name, language), words: wordsOf(article) }
  }
}
