const en = {
  contents: 'Contents',
  updateContents: 'Press F9 here to make the table of contents.',
  picture: 'Picture',
  details: 'Details',
  info: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  page: (page: string, pages: string) => ['Page ', page, ' of ', pages, ''],
}

export type WordWords = typeof en

const zh: WordWords = {
  contents: '目录',
  updateContents: '在此处按 F9 键生成目录。',
  picture: '图片',
  details: '详情',
  info: '说明',
  tip: '提示',
  warning: '警告',
  page: (page, pages) => ['第 ', page, ' 页，共 ', pages, ' 页'],
}

/** Fixed texts in exported Word documents. */
export const docxWords = { en, zh }
