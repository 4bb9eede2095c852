import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { inOneLine, Refusal, type SourceReport } from '@sheaf/contract'
import { isLanguage, type Language } from '@sheaf/contract/languages'
import { PART_KINDS } from '@sheaf/description/part-kinds'
import { covers, mustBeEditor, mustBePageEditor, mustEdit, mustEditPage, mustManageOpen, mustVisit } from '../access/access.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { touchItem } from '../content/item.store.ts'
import { deletePages } from '../content/page.store.ts'
import { keepComposed, previewPart } from '../content/page-text.store.ts'
import { refreshStates } from '../content/proof/page-state.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { mustBeCurrent } from '../page/page.text.service.ts'
import { seenBy } from './compare/source.changes.service.ts'
import { compareVersions } from './compare/source.compare.service.ts'
import { fetching } from './fetch/source.fetch.ts'
import { instancesOf } from './instance/source.instance.store.ts'
import { instances } from './instance/source.instance.ts'
import { accept, changeSealed, takeBack } from './match/source.decision.store.ts'
import { decideMatch } from './match/source.match.service.ts'
import { asDownload, endingOf, exportSource } from './out/source.out.service.ts'
import type { ReadChanges } from './parts.worker.ts'
import { schemaView } from './schema/source.schema.service.ts'
import { renewPage, schemaPageFor, schemasOnPage } from './shared/source.shared.service.ts'
import { incomingOf, withNewSource, withProgress } from './source.add.service.ts'
import { putBack } from './source.page.service.ts'
import { pagesOfSource } from './source.page.store.ts'
import { findParts, partsOf } from './source.part.store.ts'
import { withFile } from './source.read.ts'
import { actorIn, mustBeSourceEditor, mustEditSource, mustManageSource, mustVisitSource } from './source.rights.service.ts'
import { listedSource, removeSource, sourcesOf, updateSource } from './source.store.ts'
import { syncSource } from './source.sync.service.ts'
import { changesOf, dropVersion, versionById, versionNumbered, versionsOf } from './source.version.store.ts'
import { changeRows, gonePages, openChecks, openQuestions } from './source.waiting.service.ts'
import { decidePage, saveWords, waitingWords, wordsOfPage } from './source.words.service.ts'

const expand = promisify(zstdDecompress)

function mustBe<T extends string>(field: string, given: string, ...all: T[]): T {
  const found = all.find((one) => one === given)
  if (found === undefined) throw new Refusal('badInput', { field })
  return found
}

const languageOf = (wanted: string, { language }: Pick<Ctx, 'language'>): Language => (isLanguage(wanted) ? wanted : language)

function mustBeSeal(seal: string): string {
  if (!/^[0-9a-f]{64}$/.test(seal)) throw new Refusal('badInput', { field: 'seal' })
  return seal
}

export const source: AllHandlers['source'] = {
  ...fetching,
  ...instances,

  async list({ item_id }, ctx) {
    const { visits, edits } = await mustVisit(ctx, item_id)
    const rows = (await sourcesOf(ctx, item_id)).filter(({ cat_id }) => covers(visits, cat_id))
    return rows.map((row) => (covers(edits, row.cat_id) ? row : { ...row, held_seq: 0, held_label: '', held_gone: 0 }))
  },

  /** Pages can have been moved to catalogs that the reader cannot open (S217). */
  async parts({ source_id, keyword }, ctx) {
    const { source, rights } = await mustVisitSource(ctx, source_id)
    const found = await findParts(ctx.db, source, keyword)
    return found.filter(({ cat_id }) => covers(rights.visits, cat_id ?? source.cat_id)).map(({ cat_id: _, ...part }) => part)
  },

  async detail({ source_id }, ctx) {
    const { item_id } = (await mustBeSourceEditor(ctx, source_id)).source
    const [row, parts] = await Promise.all([listedSource(ctx, source_id), partsOf(ctx.db, { source_id, item_id })])
    if (!row) throw new Refusal('noPermission')
    const isLeftOut = (part: (typeof parts)[number]) => part.gone_seq === 0 && (part.is_detached === 1 || part.is_del !== 0)
    const left_out = parts.filter(isLeftOut).map(({ kind, part_key: key, title, method, path }) => ({ kind, key, title, method, path }))
    const all = (await instancesOf(ctx.db, source_id)).map(({ version_id, current, differences, ...one }) => {
      const is_compared = version_id === current ? 1 : 0
      return { ...one, is_compared, differences: is_compared ? Number(differences) : 0 }
    })
    return { ...row, left_out, instances: all }
  },

  async add(input, ctx) {
    const { item_id, cat_id } = input
    const granted = await mustManageOpen(ctx, item_id)
    const views = mustBe('views', input.views || 'operations', 'operations', 'all')
    const on_gone = mustBe('on_gone', input.on_gone || 'bin', 'bin', 'keep')
    const wanted = { cat_id, name: input.name, title: input.title.trim(), views, on_gone, language: ctx.language, uid: ctx.user.uid }
    const incoming = incomingOf(ctx, { ...input, commit: '', branch: '', commit_time: 0, force: false })
    return withNewSource(ctx, granted, { ...wanted, request_id: input.request_id }, (made, onProgress, jobCtx) =>
      syncSource(
        made,
        incoming,
        actorIn(ctx, (now) => mustManageOpen(now, item_id)),
        jobCtx,
        onProgress,
      ),
    )
  },

  async update({ source_id, title, on_gone }, ctx) {
    const { granted } = await mustManageSource(ctx, source_id)
    const row: Parameters<typeof updateSource>[3] = {}
    if (title !== undefined) row.title = inOneLine(title)
    if (row.title === '') throw new Refusal('badInput', { field: 'title' })
    if (on_gone !== undefined) row.on_gone = mustBe('on_gone', on_gone, 'bin', 'keep')
    if (Object.keys(row).length > 0) await updateSource(ctx.db, granted.permission, source_id, row)
    return []
  },

  async delete({ source_id, pages, password }, ctx) {
    const { source, granted } = await mustManageSource(ctx, source_id)
    const way = mustBe('pages', pages || 'keep', 'keep', 'bin')
    await mustBeOwnPassword(ctx, password)
    const { permission } = granted
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, permission, ctx.now())
      const parts = (await partsOf(trx, source)).filter((part) => part.page_id > 0 && part.is_del === 0 && part.is_detached === 0)
      if (way === 'bin') {
        const own = parts.map(({ page_id, page_title }) => ({ page_id, page_title: page_title ?? '' }))
        await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, own, ctx.user)
      }
      // Also pages in the recycle bin, and other pages that show a part: their blocks would show nothing.
      const shown = (await pagesOfSource(trx, source_id)).map(({ page_id }) => page_id)
      await keepComposed(trx, shown)
      await removeSource(trx, permission, source_id, ctx.now())
      await refreshStates(trx, shown, ctx.now())
    })
    return []
  },

  async push(input, ctx) {
    const { source } = await mustEditSource(ctx, input.source_id)
    const incoming = incomingOf(ctx, input)
    const actor = actorIn(ctx, (now) => mustEdit(now, source.item_id, source.cat_id))
    return withProgress(ctx, input.request_id, (jobCtx, onProgress) => syncSource(source, incoming, actor, jobCtx, onProgress))
  },

  async result({ source_id, language }, ctx) {
    const { source } = await mustBeSourceEditor(ctx, source_id)
    const { edits } = await mustBeEditor(ctx, source.item_id)
    const [words, matches, gone, checks] = await Promise.all([
      waitingWords(ctx, source, edits),
      openQuestions(ctx, source, edits),
      gonePages(ctx, source, edits),
      openChecks(ctx, source, languageOf(language, ctx)),
    ])
    return { words, matches, gone, checks }
  },

  async decideMatch({ source_id, match_id, choice }, ctx) {
    const { source, granted } = await mustEditSource(ctx, source_id)
    return decideMatch(source, match_id, mustBe('choice', choice, 'yes', 'no'), granted, ctx)
  },

  async accept({ source_id, seal, reason }, ctx) {
    const { source } = await mustManageSource(ctx, source_id)
    const why = inOneLine(reason)
    if (why === '') throw new Refusal('badInput', { field: 'reason' })
    const change = await changeSealed(ctx.db, source_id, mustBeSeal(seal))
    if (change?.class !== 'breaking' && change?.class !== 'risky') throw new Refusal('notFound')
    const { uid, username } = ctx.user
    await ctx.store.write((trx) => accept(trx, source, { seal, reason: why, uid, username, addtime: ctx.now() }))
    return []
  },

  async unaccept({ source_id, seal }, ctx) {
    const { source } = await mustManageSource(ctx, source_id)
    const isDone = await ctx.store.write((trx) => takeBack(trx, source, mustBeSeal(seal)))
    if (!isDone) throw new Refusal('notFound')
    return []
  },

  async decide({ source_id, words }, ctx) {
    const { source } = await mustEditSource(ctx, source_id)
    const refused: { page_id: number; path: string; error: string }[] = []
    const pages = Map.groupBy(words, (word) => word.page_id)
    for (const [page_id, decisions] of pages)
      try {
        await decidePage(source, page_id, decisions, ctx)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push(...decisions.map(({ path }) => ({ page_id, path, error: error.error })))
      }
    return { done: words.length - refused.length, refused }
  },

  async part({ page_id, item_id, kind, source: name, key }, ctx) {
    const page = page_id > 0 ? await mustBePageEditor(ctx, page_id) : undefined
    const { item, visits } = page ?? (await mustBeEditor(ctx, item_id))
    const block = { kind: mustBe('kind', kind, ...PART_KINDS), source: name, key }
    const part = await previewPart(ctx.db, { item_id: item.item_id, page_id }, block, visits)
    if (!part) throw new Refusal('notFound')
    return part
  },

  async words({ page_id }, ctx) {
    const { page, edits } = await mustBePageEditor(ctx, page_id)
    return { ...(await wordsOfPage({ page }, ctx)), schemas: await schemasOnPage(page, edits, ctx) }
  },

  async saveWords({ page_id, path, words, mode, base_version, alone, schema }, ctx) {
    const shown = schema ? await mustBePageEditor(ctx, page_id) : undefined
    const target = shown ? await schemaPageFor(page_id, schema, ctx) : { page_id, isMade: false }
    const granted = await mustEditPage(ctx, target.page_id)
    if (!target.isMade) mustBeCurrent(granted.page, base_version)
    const given = { path: path.trim(), words, mode: mustBe('mode', mode || 'replace', 'replace', 'add'), isAlone: alone }
    const saved = await saveWords(granted, given, ctx)
    // The other pages follow; the caller sees this one now.
    if (shown) await renewPage(shown.page, ctx)
    return saved
  },

  async changes({ source_id, version_id, language }, ctx) {
    const { source, rights } = await mustVisitSource(ctx, source_id)
    const stored = await changesOf(ctx.db, source_id, version_id || source.version_id)
    if (stored === undefined) throw new Refusal('notFound')
    const seen = await seenBy(ctx, source, JSON.parse(stored) as ReadChanges['list'])
    return changeRows(ctx, source, seen(rights.visits, 0), languageOf(language, ctx))
  },

  async compare({ source_id, from_seq, to_seq, language }, ctx) {
    const { source, rights } = await mustVisitSource(ctx, source_id)
    const [from, to] = await Promise.all([from_seq, to_seq].map((seq) => versionNumbered(ctx.db, source_id, seq)))
    // Versions that no page has shown are for editors.
    if ([from, to].some((version) => version?.state !== 'applied')) await mustBeEditor(ctx, source.item_id, source.cat_id)
    if (!from || !to) throw new Refusal('notFound')
    return compareVersions(source, rights, [from, to], languageOf(language, ctx), ctx)
  },

  async versions({ source_id, page, count }, ctx) {
    const { version_id: current } = (await mustBeSourceEditor(ctx, source_id)).source
    const rows = count || 50
    const found = await versionsOf(ctx.db, source_id, { offset: Math.max(0, (page || 1) - 1) * rows, count: rows })
    const list = found.rows.map(({ report, commit_id: commit, ...row }) => {
      const counts = JSON.parse(report) as Partial<SourceReport>
      const { made = 0, changed = 0, binned = 0, kept = 0, gone = 0, gone_titles = [] } = counts
      const { breaking = 0, risky = 0, safe = 0, words = 0 } = counts
      return {
        ...row,
        commit,
        made,
        changed,
        binned,
        kept,
        gone,
        gone_titles,
        breaking,
        risky,
        safe,
        words,
        is_current: row.version_id === current ? 1 : 0,
      }
    })
    return { list, total: found.total }
  },

  async file({ source_id, version_id }, ctx) {
    const { source } = await mustVisitSource(ctx, source_id)
    const version = await versionById(ctx.db, source_id, version_id || source.version_id)
    // Other versions than the present one are for editors.
    if (version && version.version_id !== source.version_id) await mustBeEditor(ctx, source.item_id, source.cat_id)
    if (!version) throw new Refusal('notFound')
    return asDownload(await expand(version.bytes), `${source.name}-${version.seq}${endingOf(version.file_name)}`)
  },

  async export({ source_id, form, format }, ctx) {
    const { source, rights } = await mustVisitSource(ctx, source_id)
    return exportSource(
      source,
      mustBe('form', form, 'source', 'words', 'overlay'),
      mustBe('format', format, '', 'json', 'yaml'),
      rights,
      ctx,
    )
  },

  schema: ({ page_id, name, language }, ctx) => schemaView({ page_id, name }, languageOf(language, ctx), ctx),

  async release({ source_id, version_id, action }, ctx) {
    const { source } = await mustManageSource(ctx, source_id)
    const version = await versionById(ctx.db, source_id, version_id)
    if (version?.state !== 'held') throw new Refusal('notFound')
    const { seq, label, commit_id: commit, branch, commit_time } = version
    if (mustBe('action', action, 'apply', 'drop') === 'drop') {
      if (!(await dropVersion(ctx.db, version_id))) throw new Refusal('notFound')
      const { problems = [], ...counts } = JSON.parse(version.report) as SourceReport
      return { ...counts, source_id, version_id, seq, state: 'held', parts: 0, problems, changes: [] }
    }
    const fileName = version.file_name
    return withFile(ctx, await expand(version.bytes), (path) => {
      const incoming = { path, fileName, label, commit, branch, commit_time, force: true, isCheck: false, released: { version_id, seq } }
      return syncSource(
        source,
        incoming,
        actorIn(ctx, (now) => mustManageOpen(now, source.item_id)),
        ctx,
      )
    })
  },

  async putBack({ source_id, kind, key }, ctx) {
    const { source, granted } = await mustEditSource(ctx, source_id)
    return { page_id: await putBack(source, { kind, key }, granted, ctx) }
  },

  async detach({ page_id }, ctx) {
    const { page, permission } = await mustEditPage(ctx, page_id)
    if (page.is_composed === 0) throw new Refusal('notFound')
    await ctx.store.write(async (trx) => {
      await touchItem(trx, permission, ctx.now(), page_id)
      await keepComposed(trx, [page_id])
      await refreshStates(trx, [page_id], ctx.now())
    })
    return []
  },
}
