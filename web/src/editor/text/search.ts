import { getSearchQuery, searchPanelOpen } from '@codemirror/search'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'

/** Chinese translations of CodeMirror's own texts. */
const zh: Record<string, string> = {
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部选中',
  'match case': '区分大小写',
  'by word': '全词匹配',
  regexp: '正则表达式',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'no match': '无匹配',
  'current match': '当前匹配',
  'on line': '位于行',
  'replaced match on line $': '已替换第 $ 行的匹配项',
  'replaced $ matches': '已替换 $ 处',
  'Go to line': '转到行',
  go: '转到',
  'Selection deleted': '已删除所选内容',
  'Control character': '控制字符',
}

export const phrases = (language: Language) =>
  inLanguage<Record<string, string>>(
    {
      zh,
      en: {
        next: 'Next',
        'no match': 'No match',
        previous: 'Previous',
        all: 'All',
        replace: 'Replace',
        'replace all': 'Replace all',
        'match case': 'Match case',
        regexp: 'Regexp',
        'by word': 'Whole word',
      },
    },
    language,
  )

/** Limits the count, so that it stays fast in any text. */
const MATCHES_MAX = 999

/** The number of matches, and the index of the selected one from 1; 0 if none is selected. */
function countMatches(state: EditorState) {
  const query = getSearchQuery(state)
  if (!query.valid) return
  const { from, to } = state.selection.main
  let all = 0
  let at = 0
  for (const cursor = query.getCursor(state); all <= MATCHES_MAX; ) {
    const { done, value } = cursor.next()
    if (done) break
    all += 1
    if (value.from === from && value.to === to) at = all
  }
  return { at, all }
}

/** "3 / 17", "17", "999+"; empty without a query. */
function countText(matches: ReturnType<typeof countMatches>, none: string) {
  if (!matches) return ''
  if (!matches.all) return none
  const all = matches.all > MATCHES_MAX ? `${MATCHES_MAX}+` : `${matches.all}`
  return matches.at ? `${matches.at} / ${all}` : all
}

/** Shows the count in CodeMirror's own panel, next to the field. */
export function showMatchCount({ state }: EditorView) {
  const field = searchPanelOpen(state) ? document.querySelector('.cm-search [name="search"]') : null
  if (!field) return
  let place = field.nextElementSibling
  if (!place?.classList.contains('cm-count')) {
    place = document.createElement('span')
    place.className = 'cm-count'
    place.setAttribute('role', 'status')
    field.after(place)
  }
  const text = countText(countMatches(state), state.phrase('no match'))
  if (place.textContent !== text) place.textContent = text
}
