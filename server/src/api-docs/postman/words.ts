import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'

const en = {
  introduction: 'Introduction',
  untitled: 'Untitled',
  variables: 'Variables',
  auth: 'Authorization',
  scripts: 'Scripts',
  prerequest: 'Before the request',
  test: 'After the response',
  off: 'switched off',
  noAuth: 'None',
  asked: 'Request',
  file: 'File',
  body: 'Body',
  cookies: 'Cookies',
  fromFolder: (name: string) => `from “${name}”`,
}

const zh: typeof en = {
  introduction: '说明',
  untitled: '未命名',
  variables: '变量',
  auth: '认证方式',
  scripts: '脚本',
  prerequest: '请求前执行',
  test: '返回后执行',
  off: '未启用',
  noAuth: '无',
  asked: '对应的请求',
  file: '文件',
  body: '请求体',
  cookies: 'Cookie',
  fromFolder: (name) => `继承自“${name}”`,
}

export const postmanWords = (language: Language) => inLanguage({ en, zh }, language)
