import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { sheetLines } from '@sheaf/contract/sheet-text'
import { apiPageLines, apiPageMarkdown } from '@sheaf/markdown/api-page'
import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api.ts'
import { longDate, siteTime } from '../../lib/format.ts'
import { contentOf } from '../../writing/saver.ts'
import type { Version } from '../history/versions.ts'

/**
 * Two texts as they are compared. What an API client wrote is one line of JSON; it is compared as the documentation it becomes, and
 * when only something differs that the documentation does not show, as JSON in lines.
 */
export function comparable(one: string, other: string, language: Language): [string, string] {
  const shown = [one, other].map((text) => apiPageMarkdown(text, language) ?? text) as [string, string]
  return shown[0] === shown[1] && one !== other ? [apiPageLines(one), apiPageLines(other)] : shown
}

type Pair = Answer<'page', 'diff'>

/** One of the two versions; `id` is '' for what the page is now. */
export interface Side {
  id: string
  title: string
  text: string
  time: string
  author: string
  remark: string
}

/** How far the site's clock is from the world's: the list of versions says its times by the former, a comparison by the latter. */
function clockShift(versions: Version[] | undefined, { page_history_id, addtime }: Pair['history_page']) {
  const written = versions?.find((version) => version.page_history_id === page_history_id)?.addtime
  const at = written ? Date.parse(`${written.replace(' ', 'T')}Z`) / 1000 : Number.NaN
  return Number.isNaN(at) ? undefined : at - Number(addtime)
}

/** The two versions, all there are to choose from, and what hinders. */
export function useSides(page_id: string, page_history_id: string, to: string, language: Language) {
  const first = useQuery(read(api.page.diff, { page_id, page_history_id }))
  const second = useQuery({ ...read(api.page.diff, { page_id, page_history_id: to }), enabled: to !== '' })
  const list = useQuery(read(api.page.history, { page_id, brief: '1' }))
  const error = first.error ?? second.error ?? list.error
  const retry = () => void Promise.all([first, list, ...(to ? [second] : [])].map((query) => query.refetch()))
  if (!first.data || !list.data || (to && !second.data)) return { error, retry }
  const { page, history_page } = first.data
  const shift = clockShift(list.data, history_page)
  const sideOf = (row: Pair['page'] | Pair['history_page'], id: string): Side => {
    const { title, text: content } = contentOf(row)
    // A spreadsheet is compared row by row.
    const text = /^\s*\[/.test(content) ? (sheetLines(content) ?? content) : content
    const written = list.data.find((version) => version.page_history_id === id)?.addtime
    const seconds = Number(row.addtime)
    const time = written ? siteTime(written, language) : longDate(seconds + (shift ?? 0), language, shift === undefined ? undefined : 'UTC')
    return { id, title, text, time, author: row.author_username, remark: row.page_comments }
  }
  const right = to && second.data ? sideOf(second.data.history_page, to) : sideOf(page, '')
  const left = sideOf(history_page, page_history_id)
  const [old, now] = comparable(left.text, right.text, language)
  return { error: null, retry, page, versions: list.data, left: { ...left, text: old }, right: { ...right, text: now } }
}
