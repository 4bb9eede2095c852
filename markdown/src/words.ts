import type { Language } from './types.ts'

const en = {
  wrap: 'Wrap lines',
  copy: 'Copy',
  table: 'Table',
  contents: 'Contents',
  details: 'Details',
  anchor: 'Link to this section',
  info: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  parts: {
    operation: 'Operation',
    webhook: 'Webhook',
    schema: 'Schema',
    introduction: 'Introduction',
    table: 'Table',
    overview: 'Database overview',
  },
  expects: (status: string) => `expects ${status}`,
  answer: 'Expected answer',
  runs: { passing: 'Passes', failing: 'Fails', none: 'Not run yet' },
  partOf: (source: string) => `From the source “${source}”. Readers see it here as its current version has it.`,
}

const zh: typeof en = {
  wrap: '自动换行',
  copy: '复制',
  table: '表格',
  contents: '目录',
  details: '详情',
  anchor: '本节链接',
  info: '说明',
  tip: '提示',
  warning: '警告',
  parts: { operation: '接口', webhook: 'Webhook', schema: '数据模型', introduction: '简介', table: '数据表', overview: '数据库总览' },
  expects: (status: string) => `应返回 ${status}`,
  answer: '应返回的内容',
  runs: { passing: '通过', failing: '未通过', none: '尚未运行' },
  partOf: (source: string) => `取自来源“${source}”。读者在此处看到其当前版本的内容。`,
}

const all: Partial<Record<Language, typeof en>> = { en, zh }

/** Texts that the renderer adds to a page. */
export function words(language: Language): typeof en {
  return all[language] ?? en
}
