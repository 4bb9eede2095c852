import { isLanguage } from '@sheaf/contract/languages'
import { type Rendered, type RenderOptions, render } from '@sheaf/markdown'
import type { ViewPart } from '@sheaf/markdown/types'
import type { ApiCall, ApiServer } from '../call/call.ts'
import { tableTexts } from '../tables/texts.ts'
import { isDictionary, isWordedTable, type WordedDictionary } from '../tables/words.ts'
import { callView } from './call-view.ts'
import { clientCall } from './client-call.ts'
import type { Html } from './html.ts'
import type { FieldMark } from './marks.ts'
import { overviewHtml } from './overview.ts'
import { Place, type SchemaLinks } from './place.ts'
import { tableHtml } from './table.ts'
import type { TablePlace } from './table-rows.ts'

interface PageOptions extends Omit<RenderOptions, 'view'> {
  /** The call or the table for the info line of a fence such as `operation orders createOrder`; undefined for any other fence. */
  calls?: (info: string, content: string) => ApiCall | WordedDictionary | undefined
  /** For the same info line: the schemas that types of the call link to. */
  schemas?: (info: string) => SchemaLinks | undefined
  /** Fields of the page's own part that are new or changed lately. */
  marks?: readonly FieldMark[]
  /** The environments of the item that its readers see. */
  environments?: readonly ApiServer[]
  /** False if people write no words about these calls in the page. */
  isWorded?: boolean
  /** False if the page has no room for a column next to its text, as in a preview. */
  hasColumn?: boolean
}

/** Calls of one page share the limit of its fields. */
const FIELDS_MAX = 400

/** Rows of one page: columns, keys and indexes of a table, or the tables of an overview. */
const TABLE_ROWS_MAX = 400
const OVERVIEW_ROWS_MAX = 1000

const rowsMax = (view: WordedDictionary): number => (isWordedTable(view) ? TABLE_ROWS_MAX : OVERVIEW_ROWS_MAX)

/** A table or an overview as a page. */
const dictionaryHtml = (at: TablePlace, view: WordedDictionary): Html =>
  isWordedTable(view) ? tableHtml(at, view) : overviewHtml(at, view)

/** The page of one call: samples and examples get a column next to the text in wide windows. A schema has neither. */
const asWhole = (page: Rendered): Rendered =>
  page.html.includes('<section class="call-side">')
    ? { ...page, html: page.html.replace('<div class="call">', '<div class="call whole">') }
    : page

/**
 * Renders a page as HTML that is safe to insert: a page made by an API client, Markdown with calls in place of fences, or any other
 * page as `render` does. Never throws.
 */
export async function renderPage(
  text: string,
  { calls, schemas, isWorded = true, hasColumn = true, marks, environments, ...options }: PageOptions = {},
): Promise<Rendered> {
  const language = isLanguage(options.language) ? options.language : 'en'
  const fieldsLeft = { count: FIELDS_MAX }
  let views = 0
  const client = clientCall(text, language, options.shared)
  const viewOf = (call: ApiCall, ids: Map<string, number>, info = ''): ViewPart[] => {
    views++
    const more = {
      isWorded: isWorded && call !== client,
      schemas: info === '' ? undefined : schemas?.(info),
      marks: call === client ? undefined : marks,
      source: info.split(/[ \t]+/)[1] ?? '',
      environments,
    }
    return [...callView(new Place(language, ids, views, fieldsLeft, more), call)]
  }
  const tableOf = (view: WordedDictionary, ids: Map<string, number>): ViewPart[] => {
    const place = new Place(language, ids, 1, { count: rowsMax(view) }, { isWorded, marks })
    return [...dictionaryHtml({ place, language, t: tableTexts(language) }, view)]
  }
  if (client) {
    const page = await render('```\n```', { ...options, view: (_info, _content, ids) => viewOf(client, ids) })
    return page.plain ? render(text, options) : hasColumn ? asWhole(page) : page
  }
  if (!calls) return render(text, options)
  const page = await render(text, {
    ...options,
    view: (info, content, ids) => {
      const call = calls(info, content)
      return call && (isDictionary(call) ? tableOf(call, ids) : viewOf(call, ids, info))
    },
  })
  return views === 1 && hasColumn ? asWhole(page) : page
}
