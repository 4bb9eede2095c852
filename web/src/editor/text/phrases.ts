import type { Language } from '@sheaf/contract/errors'

/** What CodeMirror itself says, in Chinese; English it speaks already. */
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
  language === 'zh'
    ? zh
    : {
        next: 'Next',
        'no match': 'No match',
        previous: 'Previous',
        all: 'All',
        replace: 'Replace',
        'replace all': 'Replace all',
        'match case': 'Match case',
        regexp: 'Regexp',
        'by word': 'Whole word',
      }
