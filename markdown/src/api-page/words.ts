import type { Language } from '../types.ts'
import type { ApiState, PartKind } from './types.ts'

interface Words {
  parts: Record<PartKind, string>
  states: Record<ApiState, string>
  name: string
  type: string
  required: string
  value: string
  description: string
  yes: string
  no: string
  notes: string
}

const en: Words = {
  parts: {
    auth: 'Authorization',
    protocols: 'Subprotocols',
    path: 'Path variables',
    headers: 'Headers',
    query: 'Query parameters',
    cookies: 'Cookies',
    body: 'Body',
    templates: 'Messages to send',
    response: 'Response',
    failure: 'Response on failure',
    messages: 'Messages received',
  },
  states: {
    developing: 'In development',
    testing: 'In testing',
    finished: 'Finished',
    changing: 'Needs changes',
    abandoned: 'Abandoned',
  },
  name: 'Name',
  type: 'Type',
  required: 'Required',
  value: 'Example',
  description: 'Description',
  yes: 'yes',
  no: 'no',
  notes: 'Notes',
}

const zh: Words = {
  parts: {
    auth: '认证方式',
    protocols: '子协议',
    path: '路径变量',
    headers: '请求头',
    query: 'Query 参数',
    cookies: 'Cookie',
    body: '请求体',
    templates: '发送的消息',
    response: '返回',
    failure: '失败时返回',
    messages: '收到的消息',
  },
  states: { developing: '开发中', testing: '测试中', finished: '已完成', changing: '需修改', abandoned: '已废弃' },
  name: '参数名',
  type: '类型',
  required: '必填',
  value: '示例值',
  description: '说明',
  yes: '是',
  no: '否',
  notes: '备注',
}

const all: Partial<Record<Language, Words>> = { en, zh }

export const apiWords = (language: Language): Words => all[language] ?? en
