import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { API_ITEM, CATALOG_LEVELS_MAX, CONTENT_CHARS_MAX, type Language, nameOf, Refusal } from '@sheaf/contract'
import { jsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'
import { type DescriptionPages, describedPages } from '@sheaf/description/openapi'
import { planHar } from '../../api-docs/har/har.ts'
import { planPostman } from '../../api-docs/postman/postman.ts'
import { withoutExtension } from '../../import-plan/name.ts'
import { fitLevels, type Plan, type PlanCatalog, pageLink, type ReadOptions, type TextFile } from '../../import-plan/plan.ts'
import { formatOf } from '../../import-plan/text-format.ts'
import { decodeText } from '../../zip/text.ts'
import { readPage } from './page.ts'
import { EscapeDetector, planShowdoc } from './showdoc.ts'
import { parseInfo } from './showdoc-info.ts'

const MIB = 1024 * 1024
/** Maximum size of a text file, because it is in memory together with its plan. */
const TEXT_MAX_BYTES = 64 * MIB
/** Maximum number of pages and catalogs from one text file. */
const ENTRIES_MAX = 20_000

/** Reads a text file of any supported format and plans an item from it. */
export async function planText(path: string, { fileName, language = 'en', client = false }: ReadOptions): Promise<Plan> {
  if ((await stat(path)).size > TEXT_MAX_BYTES) throw new Refusal('importTextTooBig', { limit: `${TEXT_MAX_BYTES / MIB} MiB` })
  const name = basename(fileName.replaceAll('\\', '/'))
  const plan = planOf({ name, text: decodeText(await readFile(path)), language, client })
  return { ...plan, root: fitLevels(bounded(plan.root), CATALOG_LEVELS_MAX, plan.skipped) }
}

/** An empty zip, for a prefix_info.json that is imported without its archive. */
const noZip = () => ({ entries: new Map<string, never>(), skipped: [] })

function planOf(file: TextFile): Plan {
  const format = formatOf(file)
  switch (format?.is) {
    case 'openapi':
      return asApiDocs(planOpenapi(file), file)
    case 'postman':
      return asApiDocs(planPostman(format.value, file), file)
    case 'har':
      return asApiDocs(planHar(format.value, file), file)
    case 'showdoc':
      return planShowdoc(parseInfo(file.text), { judge: new EscapeDetector(), take: () => '' }, noZip(), {
        fileName: file.name,
        uploadMaxBytes: 0,
      })
    case 'markdown':
      return planMarkdown(file)
    case 'broken':
      throw brokenJson(file.text, file.language)
    default:
      throw new Refusal('importKind')
  }
}

const asApiDocs = (plan: Plan, { client }: TextFile): Plan => ({ ...plan, isPrivate: true, item_type: client ? API_ITEM : plan.item_type })

const planCatalog = (tree: DescriptionPages['root']): PlanCatalog => ({
  ...tree,
  pages: tree.pages.map((page) => ({ ...page, files: [] })),
  catalogs: tree.catalogs.map(planCatalog),
})

/** Plans an item from an OpenAPI document. */
function planOpenapi(file: TextFile): Plan {
  const { title, summary, root, skipped } = describedPages(file, (entry) => pageLink(entry, ''))
  return {
    item_name: nameOf(title, withoutExtension(file.name)),
    item_description: summary,
    item_type: 1,
    root: planCatalog(root),
    files: new Map(),
    skipped,
  }
}

function brokenJson(text: string, language: Language): Refusal {
  const problem = text.length <= CONTENT_CHARS_MAX ? jsonProblem(text, Number.POSITIVE_INFINITY) : undefined
  return problem ? new Refusal('importJson', { problem: jsonProblemMessage(problem, language) }) : new Refusal('importBroken')
}

/** Plans an item with a single page from a Markdown text. */
function planMarkdown({ name, text }: TextFile): Plan {
  if (text.length > CONTENT_CHARS_MAX) throw new Refusal('importTextTooBig', { limit: `${CONTENT_CHARS_MAX / MIB} MiB` })
  if (text.trim() === '') throw new Refusal('importNothing')
  const { title, description, content } = readPage(text)
  const page = { title: nameOf(title, withoutExtension(name)), content, order: 1, entry: 'page', files: [] }
  const root: PlanCatalog = { name: '', order: 0, pages: [page], catalogs: [] }
  return { item_name: page.title, item_description: description, item_type: 1, root, files: new Map(), skipped: [] }
}

function bounded(root: PlanCatalog): PlanCatalog {
  let count = -1
  const all = [root]
  for (let one = all.pop(); one; one = all.pop()) {
    count += 1 + one.pages.length
    if (count > ENTRIES_MAX) throw new Refusal('importTooMany', { limit: `${ENTRIES_MAX}` })
    all.push(...one.catalogs)
  }
  if (count === 0) throw new Refusal('importNothing')
  return root
}
