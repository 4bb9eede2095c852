import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import * as z from 'zod'
import { Exported } from './exported.ts'

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').replace(/[\0\p{Surrogate}]/gu, '\uFFFD'))
const order = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === '' || value === null ? Number.NaN : Number(value)))
  .transform((value) => (Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), ID_MAX) : DEFAULT_ORDER))
// PHP writes an empty list as [] and a list with gaps as an object.
const list = z
  .union([z.array(z.unknown()), z.record(z.string().regex(/^\d+$/), z.unknown()), z.literal('')])
  .nullish()
  .transform((value): unknown[] => Object.values(value || []))

/** Only of our own exports. */
const ours = { page_id: text, files: z.array(z.string()).optional().catch(undefined) }
const Page = z.object({ page_title: text, page_content: text, page_comments: text, s_number: order, ...ours })
const Level = z.object({ pages: list, catalogs: list })
const Catalog = z.object({ cat_name: text, s_number: order, pages: list, catalogs: list })
const Info = z.object({
  item_name: z.union([z.string(), z.number()]).transform(String),
  item_description: text,
  item_type: z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => ([1, 2, 3, 4].includes(Number(value)) ? Number(value) : 1)),
  global_param: z.string().optional().catch(undefined),
  sheaf: Exported.optional().catch(undefined),
  /** false: nothing in the file is HTML-escaped. */
  escaped: z.boolean().optional(),
  pages: z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), Level),
})

export type InfoPage = z.output<typeof Page>
export type Info = z.output<typeof Info>

function strictly<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('importBroken')
  return parsed.data
}

/** Parses prefix_info.json; owners, ids, passwords, members and domains in it are not even looked at. Refuses another shape (importBroken). */
export function parseInfo(json: string): Info {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Refusal('importBroken')
  }
  return strictly(Info, value)
}

/** One page or one catalog at a time, so that no depth of nesting reaches the parser. */
export const parsePage = (value: unknown) => strictly(Page, value)
export const parseCatalog = (value: unknown) => strictly(Catalog, value)
