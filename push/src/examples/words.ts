import { inLanguage, type Language } from '../lib/language.ts'
import { settingOf } from './request.ts'
import type { Outcome } from './run.ts'
import type { Difference } from './shape.ts'

const settings = (names: string[]) => names.map(settingOf).join(', ')

const en = {
  ran: (env: string, examples: number, pages: number) =>
    `${env}: ${examples} ${examples === 1 ? 'example' : 'examples'} on ${pages} ${pages === 1 ? 'page' : 'pages'}`,
  none: (env: string) =>
    `No page of the item has an example for “${env}”. An example is a fence that begins with: \`\`\`http [name] env=${env} expect=200`,
  counts: (passing: number, failing: number, errors: number, skipped: number) =>
    `${passing} pass, ${failing} fail, ${errors} could not be run, ${skipped} skipped`,
  dry: 'Nothing was reported, and no example that changes something was sent.',
  failing: 'Failing:',
  errors: 'Could not be run:',
  skipped: 'Skipped, because they can change something (run=unsafe at the fence, and --unsafe here):',
  more: 'The answer has more than the page or the description shows:',
  others: (count: number) => `… and ${count} more`,
  entry: (place: string, text: string) => `${place}: ${text}`,
  and: (texts: string[]) => texts.join('; '),
  refused: 'the page was changed meanwhile; it is run with the next build',
  skippedShort: 'skipped, because it can change something',
  fields: (path: string, fields: number) => `${fields} more ${fields === 1 ? 'field' : 'fields'} in ${path}`,
  large: 'the answer is larger than 5 MB',
  difference: ({ path, problem }: Difference, expect: string, status: number): string =>
    ({
      status: `answers ${status}, not ${expect}`,
      form: 'the answer is no JSON',
      missing: `${path} is missing`,
      type: `${path} has another type`,
      value: `${path} has a value that is not documented`,
    })[problem],
  problem: ({ problem, detail }: Outcome): string =>
    ({
      noVariable: `the build has no ${settings(detail)}`,
      noAddress: `the address does not begin with http:// or https://${detail.length > 0 ? `; see ${settings(detail)}` : ''}`,
      otherHost: 'the address has another host than all variables of the build',
      badHeader: `the value of a header cannot be sent: ${detail.join(', ')}`,
      bodyOfGet: 'a request with GET or HEAD has no body',
      noAnswer: `no answer (${detail.join(', ')})`,
      badAnswer: 'the expected answer on the page is no JSON',
      '': '',
    })[problem],
}

export type ExampleWords = typeof en

const zh: ExampleWords = {
  ran: (env, examples, pages) => `${env}：${pages} 个页面上的 ${examples} 个示例`,
  none: (env) => `项目中没有用于“${env}”的示例。示例是以 \`\`\`http [名称] env=${env} expect=200 开头的代码块。`,
  counts: (passing, failing, errors, skipped) => `通过 ${passing}，未通过 ${failing}，无法运行 ${errors}，跳过 ${skipped}`,
  dry: '试运行，没有上报任何结果，也没有发送会修改数据的示例。',
  failing: '未通过：',
  errors: '无法运行：',
  skipped: '已跳过，因为可能修改数据（需要代码块注明 run=unsafe，并使用 --unsafe）：',
  more: '响应中有页面或文档未列出的内容：',
  others: (count) => `……另有 ${count} 项`,
  entry: (place, text) => `${place}：${text}`,
  and: (texts) => texts.join('；'),
  refused: '页面在此期间有改动，下次构建时再运行',
  skippedShort: '已跳过，因为可能修改数据',
  fields: (path, fields) => `${path} 中多出 ${fields} 个字段`,
  large: '响应超过 5 MB',
  difference: ({ path, problem }, expect, status) =>
    ({
      status: `返回 ${status}，应为 ${expect}`,
      form: '响应不是 JSON',
      missing: `缺少 ${path}`,
      type: `${path} 的类型不同`,
      value: `${path} 的值不在文档列出的范围内`,
    })[problem],
  problem: ({ problem, detail }) =>
    ({
      noVariable: `构建环境中没有 ${settings(detail)}`,
      noAddress: `地址不以 http:// 或 https:// 开头${detail.length > 0 ? `，请检查 ${settings(detail)}` : ''}`,
      otherHost: '地址的主机不在构建环境的任何变量中',
      badHeader: `请求头的值无法发送：${detail.join('、')}`,
      bodyOfGet: 'GET 和 HEAD 请求不能有请求体',
      noAnswer: `没有响应（${detail.join('、')}）`,
      badAnswer: '页面上的预期响应不是 JSON',
      '': '',
    })[problem],
}

export const exampleWords = (language: Language): ExampleWords => inLanguage({ en, zh }, language)
