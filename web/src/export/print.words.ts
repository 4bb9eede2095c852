import { plural, words } from '../lib/words.ts'

export const printWords = words({
  en: {
    title: (item: string) => `Print “${item}”`,
    back: 'Back',
    contents: 'Contents',
    print: 'Print or save as PDF',
    loading: (done: number, total: number) => `Page ${done} of ${total}`,
    drawing: 'Pictures are loading…',
    ready: (pages: number) => `${plural(pages, 'page', 'pages')}. Choose “Save as PDF” as the printer.`,
    failed: 'The pages could not be loaded',
    retry: 'Try again',
  },
  zh: {
    title: (item: string) => `打印“${item}”`,
    back: '返回',
    contents: '目录',
    print: '打印或另存为 PDF',
    loading: (done: number, total: number) => `正在加载第 ${done} / ${total} 页`,
    drawing: '正在加载图片…',
    ready: (pages: number) => `共 ${pages} 个页面，请在打印机列表中选择“另存为 PDF”。`,
    failed: '页面加载失败',
    retry: '重试',
  },
})
