import type { Language } from '@sheaf/contract/languages'
import { changeText } from '@sheaf/description/change-text'
import { covers, type Rights } from '../../access/access.ts'
import type { Ctx } from '../../context.ts'
import { placesOfParts } from '../source.part.store.ts'
import type { Source } from '../source.store.ts'
import { changedVersions } from '../source.version.store.ts'
import type { ReadChanges } from './changes.ts'

/** Versions of an item that are read, newest first. */
const VERSIONS_MAX = 50
const TEXTS_MAX = 100

export interface ApiVersion {
  version_id: number
  source_id: number
  /** The title of the source. */
  source: string
  label: string
  by: string
  addtime: number
  /** The number of changes that the reader sees, and the first of them as sentences, the worst first. */
  total: number
  texts: string[]
  worst: ReadChanges['list'][number]['class']
}

/** Whether the reader sees a part: by the catalog of its page, otherwise by that of its source (S217). */
export async function seenBy({ db }: Pick<Ctx, 'db'>, source: Pick<Source, 'source_id' | 'item_id' | 'cat_id'>, list: ReadChanges['list']) {
  const places = await placesOfParts(db, source, list)
  return (visits: Rights['visits'], page_id: number) =>
    list
      .filter(({ kind, key, rule }) => {
        const place = places.get(`${kind} ${key}`)
        if (!covers(visits, place?.cat_id ?? source.cat_id)) return false
        if (visits !== 'all' && rule.startsWith('enum.')) return false
        return page_id === 0 || place?.page_id === page_id
      })
      .map((change) => (visits === 'all' ? change : withoutRelatedTables(change)))
}

/** A foreign key or a check can name a table that this reader does not see, and the change does not say which. */
const withoutRelatedTables = (change: ReadChanges['list'][number]) =>
  /^(?:key\.(?:new|changed|gone)|check\.(?:new|changed|gone))$/.test(change.rule) ? { ...change, before: '', after: '' } : change

/** What the newest versions of an item changed for those who use its APIs, as far as the reader sees it; of one page if it is given. */
export async function apiChanges(
  ctx: Pick<Ctx, 'db'>,
  { item, visits }: Rights,
  { page_id, language }: { page_id: number; language: Language },
): Promise<ApiVersion[]> {
  const found: ApiVersion[] = []
  for await (const row of changedVersions(ctx.db, item.item_id, VERSIONS_MAX)) {
    const { changes, version_id, source_id, cat_id, title, name, label, seq, by, addtime } = row
    const source = { source_id, item_id: item.item_id, cat_id }
    const list = (await seenBy(ctx, source, JSON.parse(changes) as ReadChanges['list']))(visits, page_id)
    const [first] = list
    if (!first) continue
    const texts = list.slice(0, TEXTS_MAX).map((change) => changeText(change, language))
    const named = { source: title || name, label: label || String(seq) }
    found.push({ version_id, source_id, ...named, by, addtime, total: list.length, texts, worst: first.class })
  }
  return found
}
