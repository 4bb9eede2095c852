import { Readable } from 'node:stream'
import { PROOFS_MAX, Refusal, type TruthRow } from '@sheaf/contract'
import { isRepoName, type ProofTarget, parseProof, readProofs, withoutProof, withProof, withTarget } from '@sheaf/markdown/proofs'
import { isKey, pageByKey } from '../access/access.store.ts'
import {
  covers,
  type GrantedPage,
  hasSuggestions,
  mayEdit,
  mustBeEditor,
  mustEditPage,
  mustManageOpen,
  mustVisit,
  mustVisitPageUniform,
  type Scope,
} from '../access/access.ts'
import { storedText } from '../content/page-text.store.ts'
import { lockStates, momentNow, seesStates } from '../content/proof/page-state.store.ts'
import { acceptProofs, proofsOf } from '../content/proof/proof.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts'
import { RawResponse } from '../http/encode.ts'
import { mustBeCurrent, saveText } from '../page/page.text.service.ts'
import { dayOf } from '../runtime/days.ts'
import { rowsOf, scopeBelow } from './truth.list.service.ts'
import { countStates, listStates, statesIn } from './truth.list.store.ts'
import { hiddenTruth, pageTruth } from './truth.page.service.ts'
import { patternOf } from './truth.rules.ts'
import { putRepo, reposNamed, reposOf } from './truth.store.ts'

const LIST_ROWS = 50
const CSV_ROWS_MAX = 20_000
const STATES = ['', 'all', 'gone', 'stale', 'due', 'unchecked', 'fresh']
const KINDS = ['', 'file', 'operation', 'table', 'address', 'words', 'part', 'review', 'example']

const editorOf = (ctx: Ctx<'user'>, granted: GrantedPage) =>
  pageTruth(ctx, granted.page, { isEditor: true, canAccept: ctx.grant === undefined })

/** The page with its rows of now. */
const pageNow = async (ctx: Ctx<'user'>, page_id: number) => editorOf(ctx, await mustEditPage(ctx, page_id))

/** The text with the change that `saveProof` makes. */
async function changed(ctx: Ctx, { page }: GrantedPage, wanted: { proof_id: number; heading: string; target: ProofTarget | undefined }) {
  const text = await storedText(ctx.db, page)
  const written = readProofs(text)
  const { proof_id, heading, target } = wanted
  const row = proof_id > 0 ? (await proofsOf(ctx.db, page.page_id)).find((one) => one.proof_id === proof_id) : undefined
  // The rows are in the order of the text.
  const proof = row && written[row.position]
  if (proof_id > 0 && (!row || proof?.target !== row.target)) throw new Refusal('notFound')
  if (!target) {
    if (!proof) throw new Refusal('notFound')
    return withoutProof(text, proof)
  }
  if (proof?.heading === heading) return withTarget(text, proof, target)
  if (!proof && written.length >= PROOFS_MAX) throw new Refusal('proofsFull', { max: String(PROOFS_MAX) })
  const next = withProof(proof ? withoutProof(text, proof) : text, heading, target)
  if (next === undefined) throw new Refusal('badInput', { field: 'heading' })
  return next
}

/** The repositories that proofs name on pages of these catalogs. */
async function reposSeen(ctx: Ctx, item_id: number, scope: Scope) {
  const named = (await reposNamed(ctx.db, item_id)).filter(({ cat_id }) => covers(scope, cat_id))
  const known = new Map((await reposOf(ctx.db, item_id)).map((row) => [row.repo, row]))
  const names = [...new Set(named.map(({ repo }) => repo))].sort()
  return { names, known, of: (repo: string) => known.get(repo) ?? { repo, pattern: '', seen_ref: '', seen_time: 0 } }
}

function table(rows: TruthRow[], ctx: Ctx, item_id: number) {
  const lines = rows.map((row) =>
    csvLine(
      [
        row.page_id,
        row.page_title,
        row.cat_name,
        row.state,
        row.since > 0 ? dayOf(row.since, ctx.config.SITE_TZ) : '',
        row.owner_username,
        row.reasons.map(({ kind, state, target, heading }) => [kind, state, target, heading].filter(Boolean).join(' ')).join('; '),
      ].map(String),
    ),
  )
  const head = BYTE_ORDER_MARK + csvLine(['page_id', 'title', 'catalog', 'state', 'since', 'owner', 'reasons'])
  return new RawResponse(Readable.from([head, ...lines]), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="sheaf-truth-${item_id}.csv"`,
    'cache-control': 'no-store',
  })
}

export const truth: AllHandlers['truth'] = {
  async page({ page_id, unique_key }, ctx) {
    if (unique_key === '') {
      const found = await mustVisitPageUniform(ctx, page_id)
      if (!(await seesStates(ctx, found.page, found))) return hiddenTruth(found.page)
      const isEditor = covers(found.edits, found.page.cat_id)
      return pageTruth(ctx, found.page, { isEditor, canAccept: mayEdit(found, found.page) && ctx.grant === undefined })
    }
    const page = isKey(unique_key) ? await pageByKey(ctx, unique_key) : undefined
    if (!page) throw new Refusal('notFound')
    if (!(await seesStates(ctx, page, undefined))) return hiddenTruth(page)
    return pageTruth(ctx, page, { isEditor: false, canAccept: false })
  },

  async list({ item_id, state, owner_uid, cat_id, kind, keyword, page, count, format }, ctx) {
    const { edits } = await mustBeEditor(ctx, item_id)
    if (!STATES.includes(state)) throw new Refusal('badInput', { field: 'state' })
    if (!KINDS.includes(kind)) throw new Refusal('badInput', { field: 'kind' })
    if (!['', 'json', 'csv'].includes(format)) throw new Refusal('badInput', { field: 'format' })
    const filter = { item_id, scope: edits, owner_uid, below: await scopeBelow(ctx, item_id, cat_id), kind, keyword }
    const now = await momentNow(ctx)
    if (format === 'csv')
      return table(await rowsOf(ctx, item_id, await listStates(ctx.db, filter, { state, count: CSV_ROWS_MAX }, now)), ctx, item_id)
    const rows = count || LIST_ROWS
    const counts = await countStates(ctx.db, filter, now)
    const pages = await listStates(ctx.db, filter, { state, from: Math.max(0, (page || 1) - 1) * rows, count: rows }, now)
    const total = statesIn(state).reduce((sum, one) => sum + counts[one], 0)
    return { total, counts, list: await rowsOf(ctx, item_id, pages) }
  },

  async summary({ item_id }, ctx) {
    const { item, visits, edits } = await mustVisit(ctx, item_id)
    const scope = item.truth_badge === 1 ? visits : edits
    const counts = await countStates(ctx.db, { item_id, scope }, await momentNow(ctx))
    const { names, of } = await reposSeen(ctx, item_id, scope)
    const repos = names.map(of).map(({ repo, seen_ref, seen_time }) => ({ repo, seen_ref, seen_time }))
    return { ...counts, pages: Object.values(counts).reduce((sum, pages) => sum + pages, 0), repos }
  },

  async saveProof({ page_id, proof_id, heading, target: given, base_version }, ctx) {
    const granted = await mustEditPage(ctx, page_id)
    if (!hasSuggestions(granted.item)) throw new Refusal('sourceItem')
    mustBeCurrent(granted.page, base_version)
    const target = given.trim() === '' ? undefined : parseProof(given)
    if (given.trim() !== '' && !target) throw new Refusal('proofForm', { target: given.slice(0, 100) })
    const text = await changed(ctx, granted, { proof_id, heading: heading.trim(), target })
    return text === (await storedText(ctx.db, granted.page)) ? granted.page : saveText(granted, text, ctx)
  },

  async accept({ page_id, proof_ids = [] }, ctx) {
    const { page } = await mustEditPage(ctx, page_id)
    await ctx.store.write(async (trx) => {
      await lockStates(trx, page.item_id)
      const known = new Set((await proofsOf(trx, page_id)).map((row) => row.proof_id))
      if (proof_ids.some((proof_id) => !known.has(proof_id))) throw new Refusal('notFound')
      await acceptProofs(trx, page_id, proof_ids.length > 0 ? proof_ids : 'all', ctx.user, ctx.now())
    })
    return pageNow(ctx, page_id)
  },

  async repos({ item_id, repo, pattern }, ctx) {
    const { edits } = await mustBeEditor(ctx, item_id)
    if (repo !== '' || pattern !== undefined) {
      await mustManageOpen(ctx, item_id)
      if (!isRepoName(repo)) throw new Refusal('repoName')
      if (pattern !== undefined) {
        const address = patternOf(pattern)
        await ctx.store.write((trx) => putRepo(trx, item_id, repo, { pattern: address }))
      }
    }
    const { names, known, of } = await reposSeen(ctx, item_id, edits)
    // An editor of the whole item also sees repositories that no page names any more.
    const all = edits === 'all' ? [...new Set([...names, ...known.keys()])].sort() : names
    return all.map(of)
  },
}
