import type { Language } from '../lib/language.ts'

const en = {
  unknownTag: (tag: string) => `the tag @${tag} is not known`,
  noTitle: 'a comment for showdoc without a title',
  longTitle: 'the title is longer than 255 characters',
  empty: 'nothing but a title: there is no page to make of it',
  twice: (where: string) => `the same title in the same catalog as ${where}; the later one counts`,
  deep: (path: string) => `catalogs have three levels; the rest of “${path}” is left out`,
  badNumber: (text: string) => `“${text}” is no order number`,
  large: 'larger than --max-size, not read',
  encoding: 'neither UTF-8 nor GBK; name its --encoding',
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

export const collectWords = (language: Language): CollectWords => (language === 'zh' ? zh : en)
