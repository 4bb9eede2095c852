import { createReadStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadMathMl } from '@sheaf/markdown/mathml'
import { pageReader, type Site } from '../../../runtime/item-links.ts'
import type { ZipFile } from '../../../zip/zip-stream.ts'
import type { ExportNode } from '../../export.nodes.ts'
import type { Book } from '../book.ts'
import { diagrams } from '../diagram/diagrams.ts'
import { frontXml, isSingle, nodeXml, sectionXml } from '../front.ts'
import type { FileBytes } from '../types.ts'
import { wordWords } from '../word.words.ts'
import { pageXml } from '../write-page.ts'
import { Media } from './media.ts'
import { Numbering } from './numbering.ts'
import * as parts from './parts.ts'
import { Relations } from './relations.ts'
import { Spool } from './spool.ts'
import { stylesXml } from './styles.ts'
import { namespaces, XML } from './xml.ts'

export interface DocumentTask {
  item: { item_name: string; item_description: string }
  language: 'en' | 'zh'
  nodes: ExportNode[]
  site: Site
  /** Unix seconds. */
  now: number
  /** An empty folder for what has to wait. */
  folder: string
}

export interface DocumentInput {
  pages: () => AsyncIterable<{ id: number; markdown: string }>
  file: (url: string) => Promise<FileBytes | undefined>
  onPage: (done: number) => void
}

async function makeBook(
  { language, nodes, site, folder }: DocumentTask,
  giver: DocumentInput,
  relations: Relations,
  notes: Spool,
): Promise<Book> {
  mkdirSync(join(folder, 'media'))
  const counts = { bookmark: 0, note: 0, drawing: 0 }
  return {
    language,
    words: wordWords[language],
    site,
    pageAt: pageReader(site),
    pages: new Set(nodes.filter(({ kind }) => kind === 'page').map(({ id }) => id)),
    numbering: new Numbering(),
    relations,
    media: new Media(join(folder, 'media'), relations, giver.file),
    draw: diagrams(),
    notes,
    formula: await loadMathMl(),
    next: (kind) => ++counts[kind],
  }
}

/** The parts of the document. All but the text is small or waits in a file, so that memory does not grow with the document. */
export async function* documentFiles(task: DocumentTask, giver: DocumentInput): AsyncGenerator<ZipFile> {
  const { item, language, nodes, folder, now: time } = task
  const single = isSingle(nodes)
  const title = single ? nodes[0]!.title : item.item_name
  const links = new Spool(join(folder, 'relations.xml'), parts.relationsBegin + parts.documentRelations)
  const notes = new Spool(join(folder, 'footnotes.xml'), parts.footnotesBegin)
  const book = await makeBook(task, giver, new Relations(links), notes)
  const file = (name: string, ...text: string[]): ZipFile => ({ name, time, text })
  yield file('[Content_Types].xml', parts.contentTypesXml)
  yield file('_rels/.rels', parts.packageRelationsXml)
  yield file('docProps/core.xml', parts.coreXml(title, item.item_description, language, new Date(time * 1000)))
  yield file('docProps/app.xml', parts.appXml)
  yield file('word/styles.xml', stylesXml(language))
  yield file('word/settings.xml', parts.settingsXml(!single))
  yield file('word/fontTable.xml', parts.fontTableXml)
  yield file('word/header.xml', parts.headerXml(item.item_name))
  yield file('word/footer.xml', parts.footerXml(book.words))
  yield { name: 'word/document.xml', time, text: textOf(task, giver, book) }
  yield file('word/numbering.xml', `${XML}<w:numbering ${namespaces}>`, book.numbering.xml(), '</w:numbering>')
  yield { name: 'word/footnotes.xml', time, text: notes.end(parts.footnotesEnd) }
  yield { name: 'word/_rels/document.xml.rels', time, text: links.end(parts.relationsEnd) }
  // Packed by nature.
  for (const { name, ...figures } of book.media.files)
    yield { name: `word/media/${name}`, time, stored: { ...figures, bytes: createReadStream(join(folder, 'media', name)) } }
}

/** The text, as it is taken. */
async function* textOf({ item, nodes }: DocumentTask, giver: DocumentInput, book: Book): AsyncGenerator<string> {
  const single = isSingle(nodes)
  const front = frontXml({ title: item.item_name, description: item.item_description, nodes, words: book.words })
  yield `${XML}<w:document ${namespaces}><w:body>${front}`
  const given = giver.pages()[Symbol.asyncIterator]()
  let [page, done] = [await given.next(), 0]
  for (const [n, node] of nodes.entries()) {
    yield nodeXml(node, book.next('bookmark'), n === 0, single)
    // A page that went away meanwhile keeps its title.
    if (node.kind !== 'page' || page.done || page.value.id !== node.id) continue
    yield* pageXml(node, page.value.markdown, book)
    giver.onPage(++done)
    page = await given.next()
  }
  yield `${sectionXml(!single)}</w:body></w:document>`
}
