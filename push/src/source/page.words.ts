import type { Language } from '../lib/language.ts'

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

export const pageWords = (language: Language): PageWords => (language === 'zh' ? pageZh : pageEn)
