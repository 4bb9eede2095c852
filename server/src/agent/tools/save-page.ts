import { API_ITEM, Refusal, SPREADSHEET_ITEM } from '@sheaf/contract'
import { COMMENT_MAX, firstChars } from '@sheaf/contract/limits'
import * as z from 'zod'
import type { PageFound } from '../../access/access.store.ts'
import { mustEditPage, type Rights } from '../../access/access.ts'
import type { Ctx } from '../../context.ts'
import { textOfVersion } from '../../page/history/page.history.store.ts'
import { save } from '../../page/page.save.ts'
import { pageAddress } from '../../publish/address.ts'
import { compared } from '../../suggestion/comparison/comparison.service.ts'
import { editRefusal } from '../../suggestion/suggestion.rules.ts'
import { openItem, openPage } from '../access.ts'
import { diffOf, within } from '../text/diff.ts'
import { plain } from '../text/plain.ts'
import { type Answer, type Asker, text, tool, WrongArguments } from '../tool.ts'
import { placeFor } from './places.ts'
import { type Changes, changes, mustBeOneChange, userOf } from './propose.ts'
import { wordsIn } from './words.ts'

const DIFF_TOKENS = 2000
/** The fields of page/save that no tool sets. */
const unset = { is_urlencode: false, is_minor: false, is_checked: false, s_number: undefined, request_id: '' }

interface Given extends Changes {
  base_version?: number | undefined
  title?: string | undefined
  reason?: string | undefined
  dry_run: boolean
}

export const savePage = tool({
  name: 'save_page',
  level: 3,
  kind: 'write',
  needsUser: true,
  about: 'Save a page at once: an existing one by id, or a new one by item, path and title.',
  input: z.object({
    id: text(500).optional(),
    item: text(300).optional(),
    path: text(1000, 'catalogs: A / B').optional(),
    ...changes,
  }),
  async run({ id, item, path = '', ...given }, asker) {
    mustBeOneChange(given)
    if (id !== undefined) return savedOver(asker, id, given)
    if (item === undefined) throw new WrongArguments('id: is missing')
    return savedNew(asker, await openItem(asker, item), path, given)
  },
})

/** Pages of API clients and spreadsheets are no Markdown: a text of a tool would destroy them. */
export function mustBeText({ item }: Rights) {
  if (item.item_type === API_ITEM) throw new Refusal('itemOfClients')
  if (item.item_type === SPREADSHEET_ITEM) throw new Refusal('suggestionKind')
}

async function savedOver(asker: Asker, id: string, { base_version, edits, content, title, reason, dry_run }: Given): Promise<Answer> {
  const ctx = userOf(asker)
  const t = wordsIn(ctx.language)
  if (base_version === undefined) throw new WrongArguments('base_version: is missing')
  if (!edits && content === undefined && title === undefined) throw new WrongArguments('edits: is missing')
  const { page, ...rights } = await openPage(asker, id)
  mustBeText(rights)
  await mustEditPage(ctx, page.page_id)
  if (base_version !== page.version) return outdated(ctx, page, base_version)
  const present = page.page_content
  const isTitleOnly = !edits && content === undefined
  const result = await compared(
    'propose',
    { base: present, text: isTitleOnly ? present : (content ?? ''), edits, present },
    String(ctx.user.uid),
  )
  if ('problem' in result) throw editRefusal(result.problem, base_version)
  const diff = within(result.diff, DIFF_TOKENS)
  const shown = [t.counts(diff.added, diff.removed, diff.tokens), diff.text.trimEnd(), ...(diff.isCut ? [t.cut(DIFF_TOKENS)] : [])]
  const page_title = title ?? page.page_title
  if (dry_run) return { text: [t.wouldSave, ...shown].join('\n') }
  if (result.text === present && page_title === page.page_title) return { text: t.nothingToSave }
  const row = {
    ...unset,
    page_id: page.page_id,
    item_id: 0,
    cat_id: undefined,
    page_title,
    page_content: result.text,
    page_comments: noteOf(reason),
    base_version,
  }
  try {
    const saved = await save(row, ctx)
    return { text: [t.saved(saved.page_id, saved.version, pageAddress(ctx.config, rights.item, saved.page_id)), ...shown].join('\n') }
  } catch (error) {
    // Another save came between the check and this one.
    if (!(error instanceof Refusal) || error.error !== 'versionOutdated') throw error
    return outdated(ctx, (await openPage(asker, id)).page, base_version)
  }
}

const noteOf = (reason = '') => firstChars(reason.trim(), COMMENT_MAX).toWellFormed()

/** What changed since the version that the caller read. */
async function outdated(ctx: Ctx<'user'>, page: PageFound, base_version: number): Promise<Answer> {
  const t = wordsIn(ctx.language)
  const head = t.outdated(plain(page.author_username), page.version, base_version)
  const base = await textOfVersion(ctx.db, page, base_version)
  if (!base) return { text: `${head}\n${t.noBase}`, isRefused: true }
  const diff = await diffOf(String(ctx.user.uid), base.page_content, page.page_content, DIFF_TOKENS)
  return { text: `${head}\n${diff.text || t.same}`, isRefused: true }
}

async function savedNew(asker: Asker, rights: Rights, path: string, { content, title, reason, dry_run, edits }: Given): Promise<Answer> {
  const ctx = userOf(asker)
  const t = wordsIn(ctx.language)
  mustBeText(rights)
  if (edits || content === undefined) throw new WrongArguments('content: is missing')
  if (title === undefined || title.trim() === '') throw new WrongArguments('title: is missing')
  const { cat_id, same } = await placeFor(ctx, rights, path, title)
  if (same) throw new Refusal('pageThere', { page: String(same.page_id), version: String(same.version) })
  const { item } = rights
  if (dry_run) return { text: t.wouldSave }
  const row = {
    ...unset,
    page_id: 0,
    item_id: item.item_id,
    cat_id,
    page_title: title,
    page_content: content,
    page_comments: noteOf(reason),
    base_version: undefined,
  }
  const saved = await save(row, ctx, 'onlyNewTitle')
  asker.place.page_id = saved.page_id
  return { text: t.saved(saved.page_id, saved.version, pageAddress(ctx.config, item, saved.page_id)) }
}
