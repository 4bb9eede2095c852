import { plural, words } from '../../lib/words.ts'

/** Texts of the dialogs that open for the current page. */
export const pageToolsWords = words({
  en: {
    deleteTitle: (page: string) => `Delete “${page}”?`,
    deleteText: 'The page with its attachments and versions goes to the recycle bin of the item for 30 days. Links to it stop working.',
    deleteDo: 'Delete page',
    pageDeleted: (page: string) => `“${page}” is deleted`,

    infoTitle: (page: string) => `About “${page}”`,
    savedBy: 'Last saved by',
    savedAt: 'Last saved',
    created: 'Created',
    number: 'Page number',
    version: 'Version',
    length: 'Length',
    words: (count: number) => plural(count, 'word', 'words'),
    attachments: 'Attachments',
    unknown: 'Could not be counted',
    close: 'Close',
  },
  zh: {
    deleteTitle: (page: string) => `删除页面“${page}”？`,
    deleteText: '页面及其附件、历史版本将移入项目的回收站，保留 30 天；指向该页面的链接将失效。',
    deleteDo: '删除页面',
    pageDeleted: (page: string) => `已删除页面“${page}”`,

    infoTitle: (page: string) => `关于“${page}”`,
    savedBy: '最后修改者',
    savedAt: '最后修改',
    created: '创建时间',
    number: '页面编号',
    version: '版本',
    length: '篇幅',
    words: (count: number) => `${count} 词`,
    attachments: '附件',
    unknown: '无法统计',
    close: '关闭',
  },
})
