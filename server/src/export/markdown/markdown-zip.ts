import { folderEntry, type ZipFile, zipStream } from '../../zip/zip-stream.ts'
import { type ExportSource, pageCount } from '../export.source.ts'
import type { ExportFormat, ExportOptions } from '../export.types.ts'
import { fileEntries, LinkedFiles } from '../met-files.ts'
import { infoJson } from './markdown-info.ts'
import { pageEntries, rawName } from './markdown-pages.ts'
import { pathsOf } from './markdown-paths.ts'

const words = {
  en: (folder: string) => `The folder “${folder}” is for reading. The files named prefix_… import the item again; each holds this page:`,
  zh: (folder: string) => `“${folder}”目录供阅读使用。以 prefix_ 开头的文件用于重新导入项目，与页面标题的对应关系如下：`,
}

/**
 * What goes into the zip of an item: folders to read with the attachments beside them, and what an import takes back, here and in
 * ShowDoc. The texts are read twice, because the list that ShowDoc wants is one file.
 */
export async function* markdownFiles(source: ExportSource, { site, now, signal, onProgress }: ExportOptions): AsyncGenerator<ZipFile> {
  const paths = pathsOf(source.nodes, source.item.item_name)
  const files = new LinkedFiles(source, `${paths.folder}/attachments`)
  const shown = new Map<number, string[]>()
  const total = pageCount(source)
  let done = 0
  const onPages = (n: number) => {
    done += n
    onProgress(done, total)
  }
  yield* pageEntries({ source, site, files, pathOf: paths.of, onPages, shown })
  for (const name of paths.empty) yield folderEntry(name, now)
  yield* fileEntries(files, now, signal)
  const known = Object.fromEntries([...files.all()].map(({ sign, path, file }) => [sign, { path, name: file.name }]))
  const sheaf = { version: 1, ...site, item_id: String(site.item_id), folder: paths.folder, files: known } as const
  yield { name: 'prefix_info.json', time: now, text: infoJson(source, sheaf, (page_id) => shown.get(page_id) ?? []) }
  yield { name: 'prefix_readme.md', time: now, text: readme(source, paths.folder) }
}

function* readme({ nodes, language }: ExportSource, folder: string) {
  yield `${words[language](folder)}\n\n`
  for (const node of nodes) if (node.kind === 'page') yield `${node.title} —— ${rawName(node)}\n`
}

export const markdownKind: ExportFormat = {
  ending: 'zip',
  type: 'application/zip',
  make: (source, options) => zipStream(markdownFiles(source, options)),
}
