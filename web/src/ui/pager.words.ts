import { words } from '../lib/words.ts'

export const pagerWords = words({
  en: {
    pages: 'Pages',
    range: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
    previous: 'Previous page',
    next: 'Next page',
    page: (number: number) => `Page ${number}`,
    at: (number: number, last: number) => `${number} / ${last}`,
  },
  zh: {
    pages: '分页',
    range: (from: number, to: number, total: number) => `第 ${from}–${to} 条，共 ${total} 条`,
    previous: '上一页',
    next: '下一页',
    page: (number: number) => `第 ${number} 页`,
    at: (number: number, last: number) => `${number} / ${last}`,
  },
})
