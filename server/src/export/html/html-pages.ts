import { TABLE } from '@sheaf/contract'
import type { ExportNode } from '../export.nodes.ts'
import type { ExportOptions } from '../export.run.ts'
import type { ExportPage } from '../export.source.ts'
import { inHandfuls, oneAhead, type UnderWay } from '../handfuls.ts'
import { type Archive, targetsOf } from '../page-task.ts'
import type { Packed } from '../zip/zip-stream.ts'
import { type OfflinePage, offlinePages } from './offline.ts'

interface Made {
  page: ExportPage
  document: Packed
  words: string
}

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

/** Every page as a document of the folder, with its words. */
export async function* madePages(archive: Archive, { signal, onProgress }: ExportOptions, total: number): AsyncGenerator<Made> {
  let done = 0
  for await (const some of oneAhead(inThreads(archive, signal))) {
    yield* some
    done += some.length
    onProgress(done, total)
  }
}

async function* inThreads(archive: Archive, signal: AbortSignal): AsyncGenerator<UnderWay<Made[]>> {
  const { source, site } = archive
  const placeOf = placesOf(source.nodes)
  const { item_type, item_name, global_param: shared } = source.item
  const about = { kind: item_type === TABLE ? 'sheet' : 'text', item_name, shared, language: source.language, site } as const
  for await (const pages of inHandfuls(source.pages())) {
    const tasks: OfflinePage[] = []
    for (const page of pages) {
      const { targets } = await targetsOf(page, [], archive)
      tasks.push({ page_id: page.node.id, title: page.node.title, content: page.content, ...placeOf(page.node), ...targets })
    }
    const made = offlinePages({ ...about, pages: tasks }, signal)
    yield { made: made.then((all) => all.map((one, n): Made => ({ page: pages[n] as ExportPage, ...one }))) }
  }
}
