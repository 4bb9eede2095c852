import type { Language } from '../lib/language.ts'

const listEn = {
  title: 'Pages from source code',
  intro:
    'These pages are made from comments in source code by sheaf-push. Change the comment, not the page: what is changed here is overwritten.',
  page: 'Page',
  catalog: 'Catalog',
  source: 'Source',
}

const listZh: typeof listEn = {
  title: '由源代码生成的页面',
  intro: '以下页面由 sheaf-push 根据源代码中的注释生成。请修改注释而不是页面：在此处所做的修改会被覆盖。',
  page: '页面',
  catalog: '目录',
  source: '来源',
}

export const commentPageWords = (language: Language) => (language === 'zh' ? listZh : listEn)
