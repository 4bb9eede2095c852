import { Refusal } from '@sheaf/contract'
import { mustWriteByKeys } from '../access/keys.ts'
import type { Rooms } from '../context.ts'
import { pageOfComment } from './open.comments.page.ts'
import { type Comment, commentsIn } from './open.comments.read.ts'
import { inPlainText, pushAll } from './open.text.ts'

/** Of two comments with one title in one place the later one counts: both would make a version each time. */
const onePerPlace = (all: Comment[]) => [...new Map(all.map((one) => [JSON.stringify([one.catalog, one.title]), one])).values()]

export const fromComments: Rooms['open']['fromComments'] = (input, ctx) =>
  inPlainText(ctx, async ({ answer, headings }) => {
    const item = await mustWriteByKeys(input, ctx)
    const comments = onePerPlace(commentsIn(input.content.replaceAll('_this_and_change_', '&')))
    if (comments.length === 0) throw new Refusal('commentsNone')
    const sources = comments.map((one) => ({ title: one.title, page: () => pageOfComment(one, headings) }))
    return pushAll(item, sources, answer, ctx)
  })
