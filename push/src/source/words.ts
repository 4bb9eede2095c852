import { inLanguage, type Language } from '../lib/language.ts'

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

export const commentPageWords = (language: Language) => inLanguage({ en: listEn, zh: listZh }, language)

const pageEn = {
  query: 'Query parameters',
  headers: 'Headers',
  body: 'Body',
  response: 'Response',
  notes: 'Notes',
  name: 'Name',
  type: 'Type',
  required: 'Required',
  description: 'Description',
}

const pageZh: typeof pageEn = {
  query: 'Query 参数',
  headers: '请求头',
  body: '请求体',
  response: '返回',
  notes: '备注',
  name: '参数名',
  type: '类型',
  required: '必填',
  description: '说明',
}

export type PageWords = typeof pageEn

export const pageWords = (language: Language): PageWords => inLanguage({ en: pageEn, zh: pageZh }, language)

const en = {
  unknownTag: (tag: string) => `the tag @${tag} is not known`,
  noTitle: 'a comment for showdoc without a title',
  longTitle: 'the title is longer than 255 characters',
  empty: 'nothing but a title: there is no page to make of it',
  twice: (where: string) => `the same title in the same catalog as ${where}; the later one counts`,
  deep: (path: string) => `catalogs have three levels; the rest of “${path}” is left out`,
  badNumber: (text: string) => `“${text}” is no order number`,
  large: 'larger than --max-size, not read',
  encoding: 'neither UTF-8 nor GBK; use --encoding',
  unreadable: 'cannot be read',
  summary: (files: number, pages: number, binary: number) =>
    `Files read: ${files}, comments for pages: ${pages}${binary > 0 ? `, binary files passed over: ${binary}` : ''}`,
}

const zh: typeof en = {
  unknownTag: (tag) => `无法识别标签 @${tag}`,
  noTitle: '带有 showdoc 的注释缺少标题',
  longTitle: '标题超过 255 个字符',
  empty: '除标题外没有内容，无法生成页面',
  twice: (where) => `与 ${where} 的目录和标题相同，以后出现的为准`,
  deep: (path) => `目录最多三级，“${path}”的其余部分被忽略`,
  badNumber: (text) => `“${text}”不是有效的序号`,
  large: '超过 --max-size，未读取',
  encoding: '既不是 UTF-8 也不是 GBK，请用 --encoding 指定编码',
  unreadable: '无法读取',
  summary: (files, pages, binary) => `读取 ${files} 个文件，找到 ${pages} 处页面注释${binary > 0 ? `，跳过 ${binary} 个二进制文件` : ''}`,
}

export type CollectWords = typeof en

export const collectWords = (language: Language): CollectWords => inLanguage({ en, zh }, language)
