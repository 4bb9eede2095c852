import { Refusal } from '@sheaf/contract'
import * as z from 'zod'
import { mustBePageEditor } from '../../access/access.ts'
import { outlineOf, revisionOf } from '../../page/history/page.history.store.ts'
import { openPage } from '../access.ts'
import { diffOf } from '../text/diff.ts'
import { type Asker, amount, number, tool } from '../tool.ts'
import { answer, pageField } from './shapes.ts'

const DIFF_TOKENS = 10_000

/** Only editors see earlier states (D3). */
async function editable(asker: Asker, page_id: number) {
  const { page } = await openPage(asker, String(page_id))
  await mustBePageEditor(asker.ctx, page_id)
  return page
}

async function stateOf({ ctx }: Asker, page_id: number, version_id: number) {
  const state = await revisionOf(ctx.db, page_id, version_id)
  if (!state) throw new Refusal('notFound')
  return state
}

const getPageHistory = tool({
  name: 'get_page_history',
  level: 1,
  kind: 'read',
  needsUser: true,
  about: 'Earlier states of a page',
  input: z.object({ ...pageField, limit: amount(20, 100) }),
  async run({ page_id, limit }, asker) {
    await editable(asker, page_id)
    const history = (await outlineOf(asker.ctx.db, page_id, limit)).map((state) => ({
      version_id: state.page_history_id,
      author: state.author_username,
      author_uid: state.author_uid ?? 0,
      updated_at: state.addtime,
      change_summary: state.page_comments,
    }))
    return answer({ page_id, history, total: history.length })
  },
})

const getPageVersion = tool({
  name: 'get_page_version',
  level: 1,
  kind: 'read',
  needsUser: true,
  about: 'One earlier state of a page',
  input: z.object({ ...pageField, version_id: number() }),
  async run({ page_id, version_id }, asker) {
    const page = await editable(asker, page_id)
    const state = await stateOf(asker, page_id, version_id)
    return answer({
      page_id,
      version_id,
      page_title: state.page_title,
      item_id: page.item_id,
      type: 'markdown',
      content: state.page_content,
      author: state.author_username,
      author_uid: state.author_uid ?? 0,
      updated_at: state.addtime,
      change_summary: state.page_comments,
    })
  },
})

const diffPageVersions = tool({
  name: 'diff_page_versions',
  level: 1,
  kind: 'read',
  needsUser: true,
  about: 'The difference of two earlier states',
  input: z.object({ ...pageField, version_id_1: number(), version_id_2: number() }),
  async run({ page_id, version_id_1, version_id_2 }, asker) {
    await editable(asker, page_id)
    const [one, two] = [await stateOf(asker, page_id, version_id_1), await stateOf(asker, page_id, version_id_2)]
    const diff = await diffOf(asker.ctx.address, one.page_content, two.page_content, DIFF_TOKENS)
    return answer({
      page_id,
      version_1: { version_id: version_id_1, author: one.author_username, updated_at: one.addtime },
      version_2: { version_id: version_id_2, author: two.author_username, updated_at: two.addtime },
      diff: { changes: changesIn(diff.text), summary: { added: diff.added, removed: diff.removed } },
    })
  },
})

/** The changed lines of a unified difference, with their numbers in the text that has them. */
function changesIn(unified: string) {
  const changes: { type: 'added' | 'removed'; line: number; content: string }[] = []
  let [left, right] = [0, 0]
  for (const line of unified.split('\n')) {
    const [, from, to] = /^@@ -(\d+),\d+ \+(\d+),\d+ @@/.exec(line) ?? []
    if (from && to) [left, right] = [Number(from), Number(to)]
    else if (line.startsWith('-')) changes.push({ type: 'removed', line: left++, content: line.slice(1) })
    else if (line.startsWith('+')) changes.push({ type: 'added', line: right++, content: line.slice(1) })
    else if (line.startsWith(' ')) [left, right] = [left + 1, right + 1]
  }
  return changes
}

export const versionAliases = [getPageHistory, getPageVersion, diffPageVersions]
