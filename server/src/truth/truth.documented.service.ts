import { DocumentedFields, documentedAnswers } from '@sheaf/description/documented'
import type { ShapeField } from '@sheaf/description/shape'
import { bodyOf } from '../content/part-body.ts'
import type { Db } from '../db/schema.ts'
import { isRequestOf } from './truth.documented.rules.ts'
import { bodiesOf, operationsOn } from './truth.store.ts'

/** Fields of one operation, and of all operations of one answer: about 2 MB of JSON at most. */
const OPERATION_FIELDS_MAX = 1000
const FIELDS_MAX = 10_000

/** Without what only a console shows. */
const bare = ({ name, type, required, values, is_alternative, fields }: ShapeField): ShapeField => ({
  name,
  type,
  required,
  values,
  is_alternative,
  fields: fields.map(bare),
})

interface Request {
  page_id: number
  method: string
  address: string
}

/**
 * What is documented about the answers to these requests: for pages that are the page of one operation, or that show exactly one. Other
 * requests of these pages, such as one that prepares something, are compared with nothing.
 */
export async function documentedFor(db: Db, item_id: number, requests: Request[]) {
  const pages = [...new Set(requests.map(({ page_id }) => page_id))]
  const found = Map.groupBy(await operationsOn(db, item_id, pages), ({ page_id }) => page_id)
  const chosen = [...found.values()].flatMap((all) => {
    const own = all.filter(({ is_own }) => is_own === 1)
    const [only, ...others] = own.length > 0 ? own : all
    return only && others.length === 0 && requests.some((one) => one.page_id === only.page_id && isRequestOf(one, only)) ? [only] : []
  })
  const bodies = new Map((await bodiesOf(db, [...new Set(chosen.map(({ part_id }) => part_id))])).map((row) => [row.part_id, row.body]))
  const documented = []
  let left = FIELDS_MAX
  for (const { page_id, part_id, method, path } of chosen) {
    const stored = bodies.get(part_id)
    const body = stored && left > 0 ? await bodyOf(stored) : undefined
    if (!body || !('call' in body)) continue
    const fields = new DocumentedFields(Math.min(OPERATION_FIELDS_MAX, left))
    const before = fields.left
    const responses = documentedAnswers(fields, body.call).map(({ status, contents }) => ({
      status,
      contents: contents.map(({ content_type, type, fields: all }) => ({ content_type, type, fields: all.map(bare) })),
    }))
    left -= before - fields.left
    documented.push({ page_id, method, path, responses, is_cut: fields.isCut })
  }
  return documented
}
