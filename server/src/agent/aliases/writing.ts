import { errorMessage, Refusal } from '@sheaf/contract'
import { CONTENT_CHARS_MAX, EDITS_MAX } from '@sheaf/contract/limits'
import * as z from 'zod'
import { covers, type Rights } from '../../access/access.ts'
import { makeCatalogPath } from '../../catalog/catalog.path.service.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import { pagesTitled } from '../../item/item.store.ts'
import { save } from '../../page/page.save.ts'
import { compared } from '../../suggestion/comparison/comparison.service.ts'
import { editRefusal } from '../../suggestion/suggestion.rules.ts'
import { propose } from '../../suggestion/suggestion.service.ts'
import { openItem, openPage } from '../access.ts'
import { type Asker, list, number, text, tool, WrongArguments } from '../tool.ts'
import { placeFor } from '../tools/places.ts'
import { suggestionAddress, userOf } from '../tools/propose.ts'
import { mustBeText } from '../tools/save-page.ts'
import { answer, hashOf, itemField, messages, pageField } from './shapes.ts'

const SAVES = 3
const BATCH_MAX = 50
const TITLE_CHARS = 1000

const content = text(CONTENT_CHARS_MAX)
const placeFields = { cat_name: text(1000).optional(), cat_id: number().optional() }
const newPage = { page_title: text(TITLE_CHARS), page_content: content, ...placeFields, s_number: number().optional() }
const unset = { is_urlencode: false, is_minor: false, is_checked: false, request_id: '', page_comments: '' }

interface Place {
  cat_name?: string | undefined
  cat_id?: number | undefined
}

interface NewPage extends Place {
  page_title: string
  page_content: string
  s_number?: number | undefined
}

/** The catalog of a page: by number, or by its path. A token that saves creates missing catalogs, as ShowDoc does. */
async function catalogFor(asker: Asker, rights: Rights, { cat_id = 0, cat_name = '' }: Place): Promise<number> {
  if (cat_id) return cat_id
  if (cat_name.trim() === '') return 0
  if (asker.level < SAVES) return (await placeFor(asker.ctx, rights, cat_name, '')).cat_id
  const names = cat_name.split('/').filter((name) => name.trim() !== '')
  return makeCatalogPath(userOf(asker), rights.item.item_id, names)
}

/** At level 2 a change becomes a suggestion, and the answer says so first. */
async function suggested(asker: Asker, input: Omit<Parameters<typeof propose>[0], 'reason' | 'suggestion_id'>) {
  const ctx = userOf(asker)
  const { suggestion } = await propose({ ...input, reason: '', suggestion_id: 0 }, ctx)
  const url = suggestionAddress(ctx, suggestion.suggestion_id)
  const message = messages(asker).suggested(suggestion.suggestion_id)
  return { message, suggestion_id: suggestion.suggestion_id, suggestion_url: url, page_id: input.page_id }
}

async function created(asker: Asker, rights: Rights, page: NewPage) {
  const ctx = userOf(asker)
  mustBeText(rights)
  const { item_id } = rights.item
  const cat_id = await catalogFor(asker, rights, page)
  const { page_title, page_content, s_number } = page
  const input = { page_id: 0, item_id, cat_id, base_version: undefined, page_title, page_content }
  if (asker.level < SAVES) return suggested(asker, input)
  const saved = await save({ ...unset, ...input, s_number }, ctx, 'onlyNewTitle')
  asker.place.page_id = saved.page_id
  return {
    page_id: saved.page_id,
    page_title: saved.page_title,
    item_id,
    cat_id: saved.cat_id,
    message: messages(asker).pageCreated,
  }
}

const isTitle = (one: string, other: string) => one.trim() === other.trim()

/** The page of this title in the catalog; without a catalog at the top level. */
async function pageOfTitle(asker: Asker, rights: Rights, { page_title, ...place }: NewPage) {
  if (page_title.trim() === '') throw new Refusal('nameEmpty')
  const cat_id = await catalogFor(asker, rights, place)
  const { order } = await treeOf(asker.ctx, rights.item, rights.visits)
  const known = order.find((page) => page.cat_id === cat_id && isTitle(page.page_title, page_title))
  if (known) return known.page_id
  // A page that was created a moment ago is not in the tree that was read before.
  const [first] = covers(rights.visits, cat_id) ? await pagesTitled(asker.ctx.db, rights.item.item_id, page_title, new Set([cat_id])) : []
  return first
}

interface Change extends Place {
  page_title?: string | undefined
  page_content?: string | undefined
  diffs?: { old_text: string; new_text: string }[] | undefined
  expected_hash?: string | undefined
}

async function updated(asker: Asker, page_id: number, { page_title, page_content, diffs, expected_hash, ...place }: Change) {
  const ctx = userOf(asker)
  const { page, ...rights } = await openPage(asker, String(page_id))
  mustBeText(rights)
  const hasPlace = Boolean(place.cat_id || place.cat_name?.trim())
  if (!page_title && page_content === undefined && !diffs && !hasPlace) throw new WrongArguments('page_content: is missing')
  if (expected_hash && expected_hash !== hashOf(page.page_content)) throw new Refusal('versionOutdated', { author: page.author_username })
  const { version: base_version } = page
  if (asker.level < SAVES) {
    const edits = page_content === undefined ? (diffs ?? []) : undefined
    return suggested(asker, {
      page_id,
      item_id: 0,
      cat_id: 0,
      base_version,
      page_title: page_title || undefined,
      page_content: page_content ?? '',
      edits,
    })
  }
  const whole = page_content ?? (diffs ? await edited(asker, page.page_content, diffs, base_version) : page.page_content)
  const cat_id = hasPlace ? await catalogFor(asker, rights, place) : undefined
  const row = {
    ...unset,
    page_id,
    item_id: 0,
    cat_id,
    page_title: page_title || page.page_title,
    page_content: whole,
    s_number: undefined,
    base_version,
  }
  await save(row, ctx)
  return {
    page_id,
    content_hash: hashOf(whole),
    ...(diffs ? { diffs_applied: diffs.length } : {}),
    message: messages(asker).pageUpdated,
  }
}

async function edited({ ctx }: Asker, present: string, edits: NonNullable<Change['diffs']>, version: number) {
  const result = await compared('propose', { base: present, text: '', edits, present }, String(ctx.user?.uid))
  if ('problem' in result) throw editRefusal(result.problem, version)
  return result.text
}

const createPage = tool({
  name: 'create_page',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Create a page',
  input: z.object({ ...itemField, ...newPage }),
  async run({ item_id, ...page }, asker) {
    const rights = await openItem(asker, String(item_id))
    const same = await pageOfTitle(asker, rights, page)
    if (same) throw new Refusal('pageThere', { page: String(same), version: String((await openPage(asker, String(same))).page.version) })
    return answer(await created(asker, rights, page))
  },
})

const updatePage = tool({
  name: 'update_page',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Change a page',
  input: z.object({
    ...pageField,
    page_content: content.optional(),
    page_title: text(TITLE_CHARS).optional(),
    ...placeFields,
    expected_hash: text(40).optional(),
  }),
  run: async ({ page_id, ...change }, asker) => answer(await updated(asker, page_id, change)),
})

const updatePageDiff = tool({
  name: 'update_page_diff',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Replace parts of a page that occur exactly once',
  input: z.object({
    ...pageField,
    diffs: list(z.object({ old_text: content, new_text: content }), EDITS_MAX),
    page_title: text(TITLE_CHARS).optional(),
    ...placeFields,
    expected_hash: text(40).optional(),
  }),
  run: async ({ page_id, ...change }, asker) => answer(await updated(asker, page_id, change)),
})

async function upserted(asker: Asker, rights: Rights, page: NewPage) {
  const { page_content } = page
  const known = await pageOfTitle(asker, rights, page)
  if (known) return updated(asker, known, { page_content })
  try {
    return await created(asker, rights, page)
  } catch (error) {
    // A concurrent request has created it.
    const made = error instanceof Refusal && error.error === 'pageThere' ? Number(error.fill['page']) : 0
    if (made === 0) throw error
    return updated(asker, made, { page_content })
  }
}

const upsertPage = tool({
  name: 'upsert_page',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Change the page of this title, or create it',
  input: z.object({ ...itemField, ...newPage }),
  run: async ({ item_id, ...page }, asker) => answer(await upserted(asker, await openItem(asker, String(item_id)), page)),
})

const batchUpsertPages = tool({
  name: 'batch_upsert_pages',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'The same for up to 50 pages',
  input: z.object({ ...itemField, pages: list(z.object(newPage), BATCH_MAX) }),
  async run({ item_id, pages }, asker) {
    const rights = await openItem(asker, String(item_id))
    const results: object[] = []
    let done = 0
    for (const page of pages) {
      try {
        const { page_id, ...more } = await upserted(asker, rights, page)
        results.push({ page_title: page.page_title, status: 'success', page_id, ...('suggestion_id' in more ? more : {}) })
        done++
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        results.push({ page_title: page.page_title, status: 'failed', error: errorMessage(error.error, asker.ctx.language, error.fill) })
      }
    }
    const counts = { success_count: done, failed_count: pages.length - done, results }
    if (asker.level >= SAVES) return answer(counts)
    return answer({ message: messages(asker).allSuggested, ...counts })
  },
})

export const writingAliases = [createPage, updatePage, updatePageDiff, upsertPage, batchUpsertPages]
