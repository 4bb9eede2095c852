import type { Language } from '@sheaf/contract/errors'

const en = {
  auth: 'Authorization',
  path: 'Path variables',
  query: 'Query parameters',
  headers: 'Headers',
  cookies: 'Cookies',
  body: 'Body',
  response: 'Response',
  answerHeaders: 'Headers of the response',
  name: 'Name',
  type: 'Type',
  required: 'Required',
  default: 'Default',
  example: 'Example',
  description: 'Description',
  yes: 'yes',
  no: 'no',
  deprecated: 'Deprecated.',
  oneOf: (values: string[]) => `One of ${values.join(', ')}`,
  only: (form: string) => `With ${form}:`,
}

type Words = typeof en

const zh: Words = {
  auth: '认证方式',
  path: '路径变量',
  query: 'Query 参数',
  headers: '请求头',
  cookies: 'Cookie',
  body: '请求体',
  response: '返回',
  answerHeaders: '返回头',
  name: '参数名',
  type: '类型',
  required: '必填',
  default: '默认值',
  example: '示例值',
  description: '说明',
  yes: '是',
  no: '否',
  deprecated: '已废弃。',
  oneOf: (values) => `可选值：${values.join('、')}`,
  only: (form) => `${form}：`,
}

export const apiWords = (language: Language): Words => (language === 'zh' ? zh : en)
