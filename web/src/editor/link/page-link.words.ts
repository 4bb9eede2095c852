import { words } from '../../lib/words.ts'

export const pageLinkWords = words({
  en: {
    title: 'Link to a page of this item',
    find: 'Search by title',
    pages: 'Pages',
    inText: 'found in the text',
    none: 'This item has no other pages yet.',
    noMatch: (text: string) => `No page with “${text}”`,
    searching: 'Searching in the texts…',
    failed: 'The texts could not be searched',
    top: 'Top level',
  },
  zh: {
    title: '链接到本项目的页面',
    find: '按标题搜索',
    pages: '页面',
    inText: '正文中提到',
    none: '本项目还没有其他页面。',
    noMatch: (text: string) => `没有包含“${text}”的页面`,
    searching: '正在搜索正文…',
    failed: '正文搜索失败',
    top: '最上层',
  },
})
