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
 * Two texts in the form in which they are compared. A page of an API client is one line of JSON: it is compared as the rendered
 * documentation, or as indented JSON if only undocumented parts differ.
 */
export function comparable(oldText: string, newText: string, language: Language): [string, string] {
  const shown = [oldText, newText].map((text) => apiPageMarkdown(text, language) ?? text) as [string, string]
  return shown[0] === shown[1] && oldText !== newText ? [apiPageLines(oldText), apiPageLines(newText)] : shown
}

type Pair = Answer<'page', 'diff'>

/** One of the two versions; `id` is '' for the current version. */
export interface Side {
  id: string
  title: string
  text: string
  time: string
  author: string
  author_username: string
  remark: string
}

/** Offset of the site's local time from UTC in seconds: the version list has local times, a comparison has Unix time. */
function clockShift(versions: Version[] | undefined, { page_history_id, addtime }: Pair['history_page']) {
  const localTime = versions?.find((version) => version.page_history_id === page_history_id)?.addtime
  const at = localTime ? Date.parse(`${localTime.replace(' ', 'T')}Z`) / 1000 : Number.NaN
  return Number.isNaN(at) ? undefined : at - Number(addtime)
}

/** The two versions, all available versions, and the first error. */
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
    const localTime = list.data.find((version) => version.page_history_id === id)?.addtime
    const seconds = Number(row.addtime)
    const time = localTime
      ? siteTime(localTime, language)
      : longDate(seconds + (shift ?? 0), language, shift === undefined ? undefined : 'UTC')
    return { id, title, text, time, author: row.author_name, author_username: row.author_username, remark: row.page_comments }
  }
  const right = to && second.data ? sideOf(second.data.history_page, to) : sideOf(page, '')
  const left = sideOf(history_page, page_history_id)
  const [old, now] = comparable(left.text, right.text, language)
  return { error: null, retry, page, versions: list.data, left: { ...left, text: old }, right: { ...right, text: now } }
}
