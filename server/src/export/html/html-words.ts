import type { Language } from '@sheaf/contract'

const en = {
  search: 'Search',
  contents: 'Contents',
  theme: 'Light or dark',
  previous: 'Previous',
  next: 'Next',
  none: 'Nothing found',
  found: '{n} found',
  more: 'The first {n} of {all}',
  reading: 'Reading the pages…',
  copied: 'Copied',
  exported: 'As of {date}',
  empty: 'There are no pages here yet.',
  picture: 'Picture on another site',
  file: 'File on another site',
}

const zh: typeof en = {
  search: '搜索',
  contents: '目录',
  theme: '切换深浅色',
  previous: '上一篇',
  next: '下一篇',
  none: '没有找到相关内容',
  found: '找到 {n} 个页面',
  more: '共 {all} 个，显示前 {n} 个',
  reading: '正在读取页面…',
  copied: '已复制',
  exported: '内容截至 {date}',
  empty: '这里还没有页面。',
  picture: '其他网站的图片',
  file: '其他网站的文件',
}

export const htmlWords: Record<Language, typeof en> = { en, zh }
