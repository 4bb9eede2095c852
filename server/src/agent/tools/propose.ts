import { Refusal } from '@sheaf/contract'
import { CONTENT_CHARS_MAX, EDITS_MAX } from '@sheaf/contract/limits'
import * as z from 'zod'
import type { Ctx } from '../../context.ts'
import { pageAddress, rootOf } from '../../publish/address.ts'
import { type ProposedEdit, previewEdit, propose } from '../../suggestion/suggestion.service.ts'
import { openItem, openPage } from '../access.ts'
import { within } from '../text/diff.ts'
import { type Answer, type Asker, list, number, text, tool, WrongArguments, yes } from '../tool.ts'
import { placeFor } from './places.ts'
import { wordsIn } from './words.ts'

const TITLE_CHARS = 1000
const REASON_CHARS = 500
/** The difference in an answer; the page of the suggestion shows all of it. */
const DIFF_TOKENS = 2000

const edit = z.object({ old_text: text(CONTENT_CHARS_MAX), new_text: text(CONTENT_CHARS_MAX) })

/** The arguments of a change of a page; the tool that saves has the same. */
export const changes = {
  base_version: number('version you read').optional(),
  edits: list(edit, EDITS_MAX, 'old_text must occur exactly once').optional(),
  content: text(CONTENT_CHARS_MAX, 'whole text instead of edits').optional(),
  title: text(TITLE_CHARS).optional(),
  reason: text(REASON_CHARS).optional(),
  dry_run: yes('only show the difference'),
}

export interface Changes {
  edits?: { old_text: string; new_text: string }[] | undefined
  content?: string | undefined
}

/** Either edits or the whole text. */
export function mustBeOneChange({ edits, content }: Changes) {
  if (edits && content !== undefined) throw new WrongArguments('content: give either edits or content')
}

export const suggestionAddress = ({ config }: Ctx, id: number) => `${rootOf(config)}/page/suggestion/${id}`

export const userOf = ({ ctx, user }: Asker): Ctx<'user'> => {
  if (!user) throw new Refusal('tokenNeeded')
  return { ...ctx, user }
}

interface Send {
  reason: string
  suggestion_id: number
  dry_run: boolean
}

/** Makes the suggestion, or only shows its difference. */
async function sent(asker: Asker, input: ProposedEdit, { reason, suggestion_id, dry_run }: Send): Promise<Answer> {
  const ctx = userOf(asker)
  const t = wordsIn(ctx.language)
  // The preview has the counts and the newest version for both.
  const preview = await previewEdit(input, ctx)
  const made = dry_run ? undefined : await propose({ ...input, reason, suggestion_id }, ctx)
  const diff = within({ text: preview.diff, added: preview.added, removed: preview.removed, isCut: preview.is_cut === 1 }, DIFF_TOKENS)
  const isNewest = input.page_id > 0 && preview.version === preview.base_version
  const lines = [
    made ? t.open(made.suggestion.suggestion_id, suggestionAddress(ctx, made.suggestion.suggestion_id)) : t.wouldSuggest,
    [
      t.counts(diff.added, diff.removed, diff.tokens),
      ...(input.page_id ? [isNewest ? t.newest(preview.version) : t.newer(preview.version)] : []),
      ...(preview.conflicts ? [t.conflicts(preview.conflicts)] : []),
      ...(preview.hidden ? [t.hidden(preview.hidden)] : []),
    ].join(' '),
    diff.text.trimEnd(),
    ...(diff.isCut ? [t.cut(DIFF_TOKENS)] : []),
  ]
  return { text: lines.join('\n') }
}

export const proposeEdit = tool({
  name: 'propose_edit',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Suggest a change of a page; a person accepts it.',
  input: z.object({
    id: text(500),
    ...changes,
    base_version: number('version you read'),
    suggestion_id: number('replaces your open one').optional(),
  }),
  async run({ id, base_version, edits, content, title, reason = '', dry_run, suggestion_id = 0 }, asker) {
    mustBeOneChange({ edits, content })
    const { page } = await openPage(asker, id)
    const rest = edits || content !== undefined || title === undefined ? {} : { edits: [] }
    const input = {
      page_id: page.page_id,
      item_id: 0,
      cat_id: 0,
      base_version,
      page_title: title,
      page_content: content ?? '',
      edits,
      ...rest,
    }
    if (!edits && content === undefined && title === undefined) throw new WrongArguments('edits: is missing')
    return sent(asker, input, { reason, suggestion_id, dry_run })
  },
})

export const proposePage = tool({
  name: 'propose_page',
  level: 2,
  kind: 'write',
  needsUser: true,
  about: 'Suggest a new page.',
  input: z.object({
    item: text(300),
    path: text(1000, 'catalogs: A / B').optional(),
    title: text(TITLE_CHARS),
    content: text(CONTENT_CHARS_MAX),
    reason: changes.reason,
    dry_run: changes.dry_run,
  }),
  async run({ item, path = '', title, content, reason = '', dry_run }, asker) {
    const rights = await openItem(asker, item)
    const { cat_id, same } = await placeFor(asker.ctx, rights, path, title)
    const input = { page_id: 0, item_id: rights.item.item_id, cat_id, base_version: undefined, page_title: title, page_content: content }
    const answer = await sent(asker, input, { reason, suggestion_id: 0, dry_run })
    const t = wordsIn(asker.ctx.language)
    const note = same ? [t.sameTitle(same.page_id, pageAddress(asker.ctx.config, rights.item, same.page_id))] : []
    return { text: [...note, answer.text].join('\n') }
  },
})
