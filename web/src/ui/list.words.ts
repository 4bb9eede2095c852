import { words } from '../lib/words.ts'

export const pickWords = words({
  en: {
    chosen: (n: number) => `${n} chosen`,
    onlyChosen: 'Show the chosen ones only',
    noMatch: (text: string) => `No match for “${text}”`,
    noneChosen: 'Nothing is chosen yet',
    none: 'Nothing to choose from',
    waiting: 'Loading…',
    more: (n: number) => `${n} more: type to find them`,
  },
  zh: {
    chosen: (n: number) => `已选 ${n} 项`,
    onlyChosen: '只看已选',
    noMatch: (text: string) => `没有与“${text}”匹配的结果`,
    noneChosen: '尚未选择',
    none: '没有可选项',
    waiting: '正在加载…',
    more: (n: number) => `还有 ${n} 项，请输入名称查找`,
  },
})

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
