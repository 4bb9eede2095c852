import { words } from '../lib/words.ts'

/** How the reader wants the text. */
export const lookWords = words({
  en: {
    title: 'Text display',
    open: 'Text display…',
    size: 'Text size',
    small: 'Small',
    medium: 'Medium',
    large: 'Large',
    width: 'Width of the text',
    normal: 'Normal',
    wide: 'Wide',
    wrap: 'Wrap long lines of code',
    kept: 'Kept in this browser.',
  },
  zh: {
    title: '阅读设置',
    open: '阅读设置…',
    size: '字号',
    small: '小',
    medium: '中',
    large: '大',
    width: '正文宽度',
    normal: '标准',
    wide: '加宽',
    wrap: '代码自动换行',
    kept: '保存在当前浏览器中。',
  },
})
