import type { Language } from './types.ts'

const en = {
  wrap: 'Wrap lines',
  copy: 'Copy',
  plain: 'Plain text',
  table: 'Table',
  contents: 'Contents',
  details: 'Details',
  anchor: 'Link to this section',
  info: 'Note',
  tip: 'Tip',
  warning: 'Warning',
}

const zh: typeof en = {
  wrap: '自动换行',
  copy: '复制',
  plain: '纯文本',
  table: '表格',
  contents: '目录',
  details: '详情',
  anchor: '本节链接',
  info: '说明',
  tip: '提示',
  warning: '警告',
}

const all: Partial<Record<Language, typeof en>> = { en, zh }

/** Texts that the renderer adds to a page. */
export function words(language: Language): typeof en {
  return all[language] ?? en
}
