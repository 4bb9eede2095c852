import type { ExportNode } from '../export.nodes.ts'
import type { ExportPage, ExportSource } from '../export.source.ts'
import type { ExportedSource, ExportedView } from '../export.sources.store.ts'

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
  /** Sources with the paths of their files; the pages that show them have a `view`. */
  sources?: Omit<ExportedSource, 'source_id'>[]
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

const pageOf = ({ node, content, comments, s_number }: ExportPage, files: string[], view: ExportedView | undefined) =>
  JSON.stringify({
    page_id: String(node.id),
    page_title: node.title,
    cat_id: String(node.parent),
    page_content: content,
    s_number: String(s_number),
    page_comments: comments,
    ...(files.length ? { files } : {}),
    ...(view ? { view } : {}),
  })

/** Between the list of pages and the list of catalogs. */
const LISTS_BETWEEN = '],"catalogs":['

/** A catalog whose end is not written yet, with the number of entries that it has so far. */
interface OpenCatalog {
  cat_id: number
  pages: number
  catalogs: number
}

/**
 * Writes the tree around the texts of its pages. Pages arrive in tree order, so the list is never held in memory. A page that was deleted
 * after the tree was read does not arrive.
 */
class TreeWriter {
  private at = 0
  private readonly nodes: ExportNode[]
  /** The catalogs around the current place; the first one is the root. */
  private readonly open: OpenCatalog[] = []

  constructor(nodes: ExportNode[]) {
    this.nodes = nodes
  }

  begin = () => this.enter(0, '{')

  /** What comes before the text of this page: catalogs that begin and end, or a comma. */
  before(page: ExportNode): string {
    const text = this.catalogsUntil(page)
    this.at++
    const catalog = this.open.at(-1) as OpenCatalog
    return catalog.pages++ ? `${text},` : text
  }

  end(): string {
    let text = this.catalogsUntil(undefined)
    while (this.open.length > 0) text += this.leave()
    return text
  }

  private catalogsUntil(page: ExportNode | undefined): string {
    let text = ''
    for (let node = this.nodes[this.at]; node && node !== page; node = this.nodes[++this.at]) {
      if (node.kind === 'page') continue
      while (this.open.length > 1 && this.open.at(-1)?.cat_id !== node.parent) text += this.leave()
      const parent = this.open.at(-1) as OpenCatalog
      text += parent.catalogs++ ? ',' : LISTS_BETWEEN
      text += this.enter(node.id, `${catalogOf(node, parent.catalogs)},`)
    }
    return text
  }

  private enter(cat_id: number, head: string): string {
    this.open.push({ cat_id, pages: 0, catalogs: 0 })
    return `${head}"pages":[`
  }

  private leave = () => (this.open.pop()?.catalogs ? ']}' : `${LISTS_BETWEEN}]}`)
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
  const tree = new TreeWriter(source.nodes)
  yield `${JSON.stringify(head).slice(0, -1)},"pages":${tree.begin()}`
  for await (const pages of source.batches()) {
    let text = ''
    const views = await source.views(pages.map((page) => page.node))
    for (const page of pages) text += tree.before(page.node) + pageOf(page, filesOf(page.node.id), views.get(page.node.id))
    yield text
  }
  yield `${tree.end()}}`
}
