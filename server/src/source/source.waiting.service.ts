import type { SourceChange } from '@sheaf/contract'
import type { Language } from '@sheaf/contract/languages'
import { changeText } from '@sheaf/description/change-text'
import { covers, type Scope } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { acceptedOf, checksOf } from './match/source.decision.store.ts'
import { openMatches } from './match/source.match.store.ts'
import type { ReadChanges } from './parts.worker.ts'
import { goneParts, pagesOfParts } from './source.part.store.ts'
import type { Source } from './source.store.ts'
import { changesOf } from './source.version.store.ts'

const NOT_ACCEPTED = { accepted_by: '', accepted_time: 0, reason: '' }

/** Stored changes as sentences, with their pages, and who has accepted them. */
export async function changeRows(
  { db }: Pick<Ctx, 'db'>,
  source: Source,
  changes: ReadChanges['list'],
  language: Language,
): Promise<SourceChange[]> {
  const [pages, accepted] = await Promise.all([
    pagesOfParts(db, source, [...changes, { kind: 'introduction', key: '' }]),
    acceptedOf(db, source.source_id),
  ])
  const introduction = pages.get('introduction ') ?? 0
  const placeOf = ({ kind, key }: ReadChanges['list'][number]) => {
    const page_id = pages.get(`${kind} ${key}`) ?? 0
    return kind === 'schema' && page_id === 0 && introduction > 0 ? { page_id: introduction, schema: key } : { page_id, schema: '' }
  }
  return changes.map((change) => ({
    class: change.class,
    text: changeText(change, language),
    ...placeOf(change),
    ...NOT_ACCEPTED,
    ...accepted.get(change.seal),
    seal: change.seal ?? '',
  }))
}

/** Questions about renamed parts, on pages that the caller can edit. */
export async function openQuestions({ db }: Pick<Ctx, 'db'>, source: Source, edits: Scope) {
  const page = (page_id: number | null, is_del: number | null) => (page_id !== null && is_del === 0 ? page_id : 0)
  return (await openMatches(db, source))
    .filter(({ from_cat_id, to_cat_id }) => [from_cat_id, to_cat_id].every((cat_id) => cat_id === null || covers(edits, cat_id)))
    .map(({ from_key, to_key, from_is_del, to_is_del, from_cat_id: _, to_cat_id: __, score: ___, ...row }) => ({
      ...row,
      from_title: row.from_title || from_key,
      to_title: row.to_title || to_key,
      from_page_id: page(row.from_page_id, from_is_del),
      to_page_id: page(row.to_page_id, to_is_del),
    }))
}

/** Pages of parts that are gone, that the caller can edit. */
export const gonePages = async ({ db }: Pick<Ctx, 'db'>, source: Source, edits: Scope) =>
  (await goneParts(db, source))
    .filter(({ cat_id }) => covers(edits, cat_id))
    .map(({ cat_id: _, version, writer, ...row }) => ({ ...row, writer: version > 1 ? writer : '' }))

/** What builds have found, without what the version that pages show has by now. */
export async function openChecks(ctx: Pick<Ctx, 'db'>, source: Source, language: Language) {
  const present = JSON.parse((await changesOf(ctx.db, source.source_id, source.version_id)) ?? '[]') as ReadChanges['list']
  const seals = new Set(present.map((change) => change.seal))
  const checks = (await checksOf(ctx.db, source.source_id)).map(({ changes, commit_id: commit, ...check }) => ({
    ...check,
    commit,
    list: (JSON.parse(changes) as ReadChanges['list']).filter((change) => !seals.has(change.seal)),
  }))
  const rows = await changeRows(
    ctx,
    source,
    checks.flatMap(({ list }) => list),
    language,
  )
  return checks.flatMap(({ list, ...check }) => (list.length > 0 ? [{ ...check, changes: rows.splice(0, list.length) }] : []))
}
