import { Refusal } from '@sheaf/contract'
import { mustWriteByKeys } from '../access/keys.ts'
import type { Rooms } from '../context.ts'
import { titleOf } from './open.page.ts'
import { namesIn } from './open.place.ts'
import { markdownOf } from './open.tables.page.ts'
import { tablesIn } from './open.tables.read.ts'
import { inPlainText, pushAll } from './open.text.ts'

/** A page for each table of a database. */
export const updateDbItem: Rooms['open']['updateDbItem'] = (input, ctx) =>
  inPlainText(ctx, async ({ answer, headings }) => {
    const item = await mustWriteByKeys(input, ctx)
    const tables = tablesIn(input.table_info, input.table_detail, input.table_index)
    if (tables.length === 0) throw new Refusal('tablesNone')
    const place = namesIn(input)
    const { s_number } = input
    const sources = tables.map((table) => ({
      title: table.name,
      page: () => ({ place, page_title: titleOf(table.name), page_content: markdownOf(table, headings), s_number }),
    }))
    return pushAll(item, sources, answer, ctx)
  })
