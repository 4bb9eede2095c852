import { Refusal } from '@sheaf/contract'
import { headingLines } from '@sheaf/markdown/outline'
import { estimateTokens } from '@sheaf/markdown/tokens'
import * as z from 'zod'
import { covers } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import { verifiedFor } from '../../content/review/review.rules.ts'
import { countRead } from '../../db/reads.ts'
import { pageAddress } from '../../publish/address.ts'
import { openPage } from '../access.ts'
import { endWithin } from '../text/budget.ts'
import { pageText, pathOf, tokensOf, utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { amount, number, text, tool, WrongArguments } from '../tool.ts'

const DAY = 86_400
/** Sections that a refusal names. */
const SECTIONS_MAX = 40

export const fetchPage = tool({
  name: 'fetch',
  level: 1,
  kind: 'read',
  about: 'Read a page as Markdown.',
  input: z.object({
    id: text(500, 'number or address'),
    section: text(300, 'only below this heading').optional(),
    if_version: number('answers unchanged if still current').optional(),
    offset: number().optional(),
    budget: amount(8000, 25_000),
  }),
  async run({ id, section, if_version, offset = 0, budget }, asker) {
    const { ctx } = asker
    const { item, page, visits, edits } = await openPage(asker, id)
    const head = { id: String(page.page_id), title: plain(page.page_title), url: pageAddress(ctx.config, item, page.page_id) }
    if (if_version === page.version) {
      const structured = { ...head, text: '', unchanged: true, metadata: { version: page.version } }
      return { text: JSON.stringify(structured), structured }
    }
    countRead(ctx, item.item_id)
    const whole = await pageText(ctx, item, page)
    const part = section ? sectionOf(whole, section) : whole
    if (offset > part.length) throw new WrongArguments(`offset: the text has ${part.length} characters`)
    const mark = verifiedFor(page, item.review_show === 1 || covers(edits, page.cat_id), ctx.now())
    const metadata = {
      item: { id: String(item.item_id), name: plain(item.item_name) },
      path: pathOf(await treeOf(ctx, item, visits), visits, page.cat_id).join(' / '),
      version: page.version,
      updated: utc(page.addtime),
      age_days: Math.max(0, Math.floor((ctx.now() - page.addtime) / DAY)),
      author: plain(page.author_username),
      tokens: await tokensOf(page.page_id, page.version, whole),
      ...(mark?.verified_until && { verified_until: utc(mark.verified_until), verified_version: mark.verified_version }),
      ...(mark && { stale: mark.stale }),
    }
    const frame = estimateTokens(JSON.stringify({ ...head, text: '', metadata: { ...metadata, truncated: true, next_offset: 1_000_000 } }))
    const end = endWithin(part, offset, Math.max(1, budget - frame))
    const rest = end < part.length ? { truncated: true, next_offset: end } : { truncated: false }
    const structured = { ...head, text: part.slice(offset, end), metadata: { ...metadata, ...rest } }
    return { text: JSON.stringify(structured), structured }
  },
})

/** The text from this heading to the next one of its level or above. A heading is named by its words or by its anchor. */
function sectionOf(whole: string, wanted: string): string {
  const name = wanted
    .replace(/^#+\s*/, '')
    .trim()
    .toLowerCase()
  const headings = headingLines(whole)
  const at = headings.findIndex(({ text, id }) => text.toLowerCase() === name || id.toLowerCase() === name)
  const heading = headings[at]
  if (!heading) {
    const sections = headings.slice(0, SECTIONS_MAX).map(({ text }) => plain(text))
    throw new Refusal('sectionUnknown', { section: wanted.slice(0, 100), sections: sections.join(' | ') || '-' })
  }
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
  return whole.slice(heading.from, next?.from ?? whole.length)
}
