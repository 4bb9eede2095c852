import type { BuiltIn } from '../template/built-in.ts'

export type EntryName =
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'quote'
  | 'table'
  | 'codeBlock'
  | 'math'
  | 'mermaid'
  | 'mindmap'
  | 'callout'
  | 'footnote'
  | 'toc'
  | BuiltIn
  | 'templates'
  | 'jsonTable'
  | 'sql'
  | 'picture'
  | 'file'
  | 'link'
  | 'pageLink'
  | 'video'

export type GroupName = 'text' | 'blocks' | 'templates' | 'files'

export interface Entry {
  name: EntryName
  group: GroupName
  /** Words that find it by their beginning: English and Chinese in every interface. */
  found: string[]
  /** How it is written in Markdown. */
  sign?: string
}

const entry = (group: GroupName, name: EntryName, found: string, sign?: string): Entry => ({
  group,
  name,
  found: found.split(' '),
  ...(sign ? { sign } : {}),
})

const entries: Entry[] = [
  entry('text', 'heading1', 'heading title h1 heading1 标题 一级标题', '#'),
  entry('text', 'heading2', 'heading title h2 heading2 标题 二级标题', '##'),
  entry('text', 'heading3', 'heading title h3 heading3 标题 三级标题', '###'),
  entry('text', 'bullets', 'bullets list ul 列表 无序列表', '-'),
  entry('text', 'numbers', 'numbers list ordered ol 列表 有序列表 编号', '1.'),
  entry('text', 'tasks', 'tasks list todo checkbox 列表 任务列表 待办', '- [ ]'),
  entry('text', 'quote', 'quote citation 引用', '>'),
  entry('blocks', 'table', 'table grid 表格', '| |'),
  entry('blocks', 'codeBlock', 'code block codeblock fence 代码块', '```'),
  entry('blocks', 'callout', 'callout alert note info warning 提示框 警告 提醒', ':::'),
  entry('blocks', 'math', 'formula math latex equation 公式 数学', '$$'),
  entry('blocks', 'mermaid', 'diagram mermaid flowchart chart 图表 流程图 时序图'),
  entry('blocks', 'mindmap', 'mindmap map 思维导图 脑图'),
  entry('blocks', 'footnote', 'footnote 脚注', '[^1]'),
  entry('blocks', 'toc', 'toc contents 目录 本页目录', '[TOC]'),
  entry('templates', 'api', 'api template endpoint request 接口 模板 请求'),
  entry('templates', 'dictionary', 'dictionary data database template 数据字典 数据库 模板'),
  entry('templates', 'errors', 'errors codes template 错误码 模板'),
  entry('templates', 'templates', 'templates own 模板 我的模板'),
  entry('templates', 'jsonTable', 'json table 表格 参数表格'),
  entry('templates', 'sql', 'sql dictionary ddl 数据字典 建表'),
  entry('files', 'picture', 'picture image photo screenshot 图片 截图'),
  entry('files', 'file', 'file attachment upload 文件 附件 上传'),
  entry('files', 'link', 'link url 链接 网址'),
  entry('files', 'pageLink', 'page link 页面 链接'),
  entry('files', 'video', 'video movie 视频'),
]

/** 2: a word begins with the query; 1: a Chinese word contains it, because Chinese has no spaces between words; 0: no match. */
function rank({ found }: Entry, query: string) {
  if (found.some((word) => word.startsWith(query))) return 2
  return /\p{Script=Han}/u.test(query) && found.some((word) => word.includes(query)) ? 1 : 0
}

/** The entries for what was typed after the slash, the best matches first. */
export function matching(query: string): Entry[] {
  const wanted = query.toLowerCase()
  if (!wanted) return entries
  return entries
    .map((entry) => ({ entry, rank: rank(entry, wanted) }))
    .filter((one) => one.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map((one) => one.entry)
}
