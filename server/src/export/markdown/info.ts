import type { ExportNode } from '../export.nodes.ts'
import type { ExportPage, ExportSource } from '../export.source.ts'

/** Data in prefix_info.json that only an import into Sheaf reads; ShowDoc ignores it. */
export interface SheafInfo {
  version: 1
  item_id: string
  item_domain: string
  base: string
  origins: string[]
  /** The folder with the readable copy of the same pages. */
  folder: string
  /** Files by their sign, which is part of the URLs in the texts. */
  files: Record<string, { path: string; name: string }>
}

/** On the wire, top-level catalogs have level 2. */
const TOP = 2

function catalogOf({ id, title, level, parent }: ExportNode, s_number: number) {
  const fields = {
    cat_id: String(id),
    cat_name: title,
    parent_cat_id: String(parent),
    level: String(level - 1 + TOP),
    s_number: String(s_number),
  }
  return JSON.stringify(fields).slice(0, -1)
}

const pageOf = ({ node, content, comments, s_number }: ExportPage, files: string[]) =>
  JSON.stringify({
    page_id: String(node.id),
    page_title: node.title,
    cat_id: String(node.parent),
    page_content: content,
    s_number: String(s_number),
    page_comments: comments,
    ...(files.length ? { files } : {}),
  })

type Pages = AsyncIterator<ExportPage>

/** Writes the tree while it reads the pages. Pages arrive in tree order, so the list is never held in memory. */
class InfoWriter {
  private at = 0
  private next: ExportPage | undefined
  private readonly pages: Pages
  private readonly nodes: ExportNode[]
  private readonly filesOf: (page_id: number) => string[]

  constructor(nodes: ExportNode[], pages: Pages, filesOf: (page_id: number) => string[]) {
    this.nodes = nodes
    this.pages = pages
    this.filesOf = filesOf
  }

  /** The JSON of a page; undefined if the page was deleted after the tree was read. */
  private async page(node: ExportNode): Promise<string | undefined> {
    this.next ??= (await this.pages.next()).value ?? undefined
    if (this.next?.node !== node) return undefined
    const text = pageOf(this.next, this.filesOf(node.id))
    this.next = undefined
    return text
  }

  async *level(parent: number): AsyncGenerator<string> {
    yield '{"pages":['
    let comma = ''
    for (let node = this.nodes[this.at]; node?.parent === parent && node.kind === 'page'; node = this.nodes[++this.at]) {
      const text = await this.page(node)
      if (text === undefined) continue
      yield comma + text
      comma = ','
    }
    yield '],"catalogs":['
    let n = 0
    for (let node = this.nodes[this.at]; node?.parent === parent && node.kind === 'catalog'; node = this.nodes[this.at]) {
      this.at++
      yield `${n++ ? ',' : ''}${catalogOf(node, n)},`
      let isFirst = true
      for await (const part of this.level(node.id)) {
        yield isFirst ? part.slice(1) : part
        isFirst = false
      }
    }
    yield ']}'
  }
}

/** prefix_info.json: the item with its tree and texts in ShowDoc's format, without the password. */
export async function* infoJson(source: ExportSource, sheaf: SheafInfo, filesOf: (page_id: number) => string[]): AsyncGenerator<string> {
  const { item_name, item_description, item_type, global_param } = source.item
  // `escaped: false` marks that no text in the file is HTML-escaped.
  const head = {
    item_type: String(item_type),
    item_name,
    item_description,
    password: '',
    escaped: false,
    ...(global_param && { global_param }),
    sheaf,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"pages":`
  yield* new InfoWriter(source.nodes, source.pages(), filesOf).level(0)
  yield '}'
}
