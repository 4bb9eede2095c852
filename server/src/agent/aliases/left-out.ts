import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'

/** The tools of ShowDoc that do not exist here, and how to reach the same goal. */
const names: Record<string, Reason> = {
  create_item: 'screen',
  update_item: 'screen',
  delete_item: 'screen',
  delete_catalog: 'screen',
  delete_page: 'screen',
  create_single_page_link: 'screen',
  delete_single_page_link: 'screen',
  delete_attachment: 'screen',
  upload_attachment: 'files',
  import_openapi: 'files',
  restore_page_version: 'restore',
  get_page_template: 'comments',
  create_page_by_comment: 'comments',
  create_runapi_page: 'clients',
  update_runapi_page: 'clients',
  upsert_runapi_page: 'clients',
  list_catalogs: 'catalogs',
}

type Reason = 'screen' | 'files' | 'restore' | 'comments' | 'clients' | 'catalogs' | 'kanban' | 'other'

const words: Record<'en' | 'zh', Record<Reason, string>> = {
  en: {
    screen: 'Agents cannot do this here. A person does it on the screen of the item',
    files: 'Agents cannot upload or import files here. Use page/upload or the import of the item',
    restore: 'Read the version with get_page_version and save its text with update_page',
    comments: 'Use the open API (open/fromComments) for comments of source code, and create_page for text',
    clients: 'Pages of API clients are written by the clients. They can be read with get_runapi_page',
    catalogs: 'Use get_item_overview, which lists catalogs and pages',
    kanban: 'There are no kanban boards here. Use pages',
    other: 'This tool of ShowDoc does not exist here. Call tools/list for those that do',
  },
  zh: {
    screen: '智能体不能执行此操作，请由人在项目页面中完成',
    files: '智能体不能上传或导入文件，请使用 page/upload 或项目的导入功能',
    restore: '请用 get_page_version 读取该版本，再用 update_page 保存其内容',
    comments: '代码注释请使用开放 API（open/fromComments），普通文本请使用 create_page',
    clients: '接口客户端的页面由客户端写入，可用 get_runapi_page 读取',
    catalogs: '请使用 get_item_overview，其中列出了目录与页面',
    kanban: '本站没有看板，请使用页面',
    other: '本站没有这个 ShowDoc 工具，请调用 tools/list 查看可用工具',
  },
}

/** One sentence about a tool of ShowDoc that is left out; undefined for a name that ShowDoc does not have either. */
export function sentenceFor(name: string, language: Language): string | undefined {
  const reason = name.startsWith('kanban_') ? 'kanban' : Object.hasOwn(names, name) ? names[name] : undefined
  return reason && inLanguage(words, language)[reason]
}
