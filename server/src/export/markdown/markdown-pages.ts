import { createHash } from 'node:crypto'
import { TABLE } from '@sheaf/contract'
import type { ExportNode } from '../export.nodes.ts'
import type { ExportPage } from '../export.source.ts'
import { inHandfuls, oneAhead, type UnderWay } from '../handfuls.ts'
import { type Archive, targetsOf } from '../page-task.ts'
import type { Packed, ZipFile } from '../zip/zip-stream.ts'
import { frontMatter } from './markdown-front.ts'
import { type PageTask, packed } from './pack.ts'

/** The file that ShowDoc names after a digest. */
export const rawName = ({ id, title }: ExportNode) => `prefix_${createHash('md5').update(`${title}_${id}`).digest('hex')}.md`

interface World extends Archive {
  signal: AbortSignal
  onPages: (n: number) => void
  /** The files of each page that has some, by their signs. */
  shown: Map<number, string[]>
}

/** Every page twice: in its folder as it is read, and as it is stored. */
export async function* pageEntries(world: World): AsyncGenerator<ZipFile> {
  for await (const files of oneAhead(inThreads(world))) yield* files
}

async function* inThreads(world: World): AsyncGenerator<UnderWay<ZipFile[]>> {
  const { source, site, signal, shown, pathOf, onPages } = world
  const kind = source.item.item_type === TABLE ? 'sheet' : 'text'
  const about = { kind, shared: source.item.global_param, language: source.language, site } as const
  for await (const pages of inHandfuls(source.pages())) {
    const attached = await source.attached(pages.map(({ node }) => node.id))
    const tasks: PageTask[] = []
    for (const page of pages) {
      const { node, content } = page
      const { targets, signs } = await targetsOf(page, attached.get(node.id) ?? [], world)
      if (signs.length) shown.set(node.id, signs)
      tasks.push({ content, head: frontMatter(node.title, content), ...targets })
    }
    const entries = packed({ ...about, pages: tasks }, signal).then((all) =>
      all.flatMap((one, n) => entriesOf(pages[n] as ExportPage, one, pathOf)),
    )
    yield { made: entries }
    onPages(pages.length)
  }
}

const entriesOf = (
  { node, addtime: time }: ExportPage,
  { raw, read }: { raw: Packed; read: Packed },
  pathOf: Archive['pathOf'],
): ZipFile[] => [
  { name: pathOf(node.id) ?? '', time, packed: read },
  { name: rawName(node), time, packed: raw },
]
