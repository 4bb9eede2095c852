import { type Language, Refusal } from '@sheaf/contract'
import { jsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'
import { mustEditPage, mustVisitPageUniform } from '../access/access.ts'
import { randomHex } from '../auth/secrets.ts'
import { lockPageIn } from '../content/page.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { type Bounds, inBounds } from '../runtime/workers.ts'
import { type ActiveMock, byKey, byPath, countView, deleteMock, mockOf, putMock } from './mock.store.ts'

/** Refuses a template that is not JSON. The refusal names the problem in the user's language. */
function mustBeJson(template: string, language: Language) {
  const problem = jsonProblem(template)
  if (problem) throw new Refusal('mockNoJson', { problem: jsonProblemMessage(problem, language) })
}

/** A path always begins with a slash. */
function pathOf(sent: string): string {
  const path = sent.trim()
  return path.startsWith('/') ? path : `/${path}`
}

/** Limits for the evaluation of one template (S95). */
const bounds = { threads: 2, megabytes: 128, milliseconds: 1500, waiting: 200, keepIdleThread: true } satisfies Bounds

async function answer(ctx: Ctx, mock: ActiveMock | undefined) {
  if (!mock) throw new Refusal('notFound')
  await ctx.store.write((db) => countView(db, mock.id))
  const input = { template: mock.template, timeZone: ctx.config.SITE_TZ }
  const made = await inBounds<typeof input, string | undefined>(import.meta.url, 'mock', input, bounds).catch((error: unknown) => {
    ctx.log.info({ mock: mock.id, reason: (error as Error).message }, 'mock without an answer')
    return undefined
  })
  if (made === undefined) throw new Refusal('mockTooMuch')
  return new RawResponse(Buffer.from(made), { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
}

export const mock: AllHandlers['mock'] = {
  async add({ page_id, template, path: sent }, ctx) {
    const { page } = await mustEditPage(ctx, page_id)
    mustBeJson(template, ctx.language)
    const path = pathOf(sent)
    const { item_id } = page
    return ctx.store.write(async (trx) => {
      if (!(await lockPageIn(trx, page))) throw new Refusal('treeOutdated')
      const unique_key = await putMock(trx, { uid: ctx.user.uid, page_id, item_id, path, template }, randomHex(16), ctx.now())
      return { page_id, path, unique_key }
    })
  },

  async delete({ page_id }, ctx) {
    const { page } = await mustEditPage(ctx, page_id)
    return ctx.store.write(async (trx) => {
      if (!(await lockPageIn(trx, page))) throw new Refusal('treeOutdated')
      return deleteMock(trx, page_id)
    })
  },

  async infoByPageId({ page_id }, ctx) {
    await mustVisitPageUniform(ctx, page_id)
    return (await mockOf(ctx.db, page_id)) ?? null
  },

  async infoByKey({ unique_key }, ctx) {
    return answer(ctx, /^[0-9a-f]{32}$/.test(unique_key) ? await byKey(ctx, unique_key) : undefined)
  },

  async infoByPath({ item_id, path }, ctx) {
    return answer(ctx, await byPath(ctx, item_id, path))
  },
}
