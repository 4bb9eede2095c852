import { inLanguage, type Language } from '../lib/language.ts'

const en = {
  keys: 'The site does not accept this key and token. They are in the item’s settings under Open API.',
  unreachable: (where: string, why: string) => `${where} does not answer: ${why}`,
  moved: (where: string, to: string) => `${where} sends on to ${to}; give that address as --url.`,
  noApi: (where: string, status: number) => `${where} answers ${status} and is no open API; is the address right?`,
  waits: (seconds: number, why: string) => `${why}; trying again in ${seconds} s`,
  tooMany: 'The site asks for a pause',
  noAnswer: 'no answer in time',
}

const zh: typeof en = {
  keys: '站点不接受这组 api_key 和 api_token。请在项目设置的“开放 API”中核对。',
  unreachable: (where, why) => `${where} 没有响应：${why}`,
  moved: (where, to) => `${where} 跳转到了 ${to}，请用 --url 指定新地址。`,
  noApi: (where, status) => `${where} 返回 ${status}，不是开放 API，请检查地址。`,
  waits: (seconds, why) => `${why}，${seconds} 秒后重试`,
  tooMany: '站点要求稍候',
  noAnswer: '等待超时',
}

export const callWords = (language: Language) => inLanguage({ en, zh }, language)
