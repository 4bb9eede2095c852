import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'
import type { ApiCall, ApiContent, ApiExample, ApiField, ApiForm, ApiResponse } from './call.ts'
import { blocks, code, nameCell, textCell, typeCell } from './markdown.ts'
import { noteLine, noteText } from './note.ts'
import { STATUS_NAMES } from './status-names.ts'

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

export const apiWords = (language: Language): Words => inLanguage({ en, zh }, language)

/** Deeper fields are left out, because their path is too long for a column. */
const FIELD_DEPTH_MAX = 40

interface Row {
  path: string
  field: ApiField
}

/** Flattens nested fields. Child fields follow their parent, with a path such as `lines[].sku`. */
function rowsOf(fields: ApiField[], above = '', depth = 0): Row[] {
  return fields.flatMap((field) => {
    const path = above + field.name
    const inside =
      depth < FIELD_DEPTH_MAX && field.fields ? rowsOf(field.fields, `${path}${'[]'.repeat(field.lists ?? 0)}.`, depth + 1) : []
    return [{ path, field }, ...inside]
  })
}

function description(field: ApiField, language: Language): string {
  const t = apiWords(language)
  const values = field.enum?.map(code) ?? []
  const about = [
    field.deprecated ? `**${t.deprecated}**` : '',
    field.only ? `*${t.only(textCell(field.only))}*` : '',
    textCell(field.description ?? ''),
  ]
  const more = [values.length > 0 ? t.oneOf(values) : '', ...(field.notes ?? []).map((note) => textCell(noteText(note, language)))]
  return [about.filter(Boolean).join(' '), ...more].filter(Boolean).join('<br>')
}

/** A table that the renderer shows as a field list. Empty columns are left out. '' for no fields. */
export function fieldTable(fields: ApiField[], language: Language): string {
  const t = apiWords(language)
  const rows = rowsOf(fields)
  if (rows.length === 0) return ''
  const has = (key: 'required' | 'default' | 'example') => rows.some(({ field }) => field[key] !== undefined)
  const value = (text: string | undefined) => (text === undefined ? '' : code(text))
  const columns: [head: string, cell: (row: Row) => string][] = [
    [t.name, ({ path }) => nameCell(path)],
    [t.type, ({ field }) => typeCell(field.type)],
  ]
  const yesNo = { true: t.yes, false: t.no }
  if (has('required'))
    columns.push([t.required, ({ field: { required = '' } }) => (typeof required === 'string' ? typeCell(required) : yesNo[`${required}`])])
  if (has('default')) columns.push([t.default, ({ field }) => value(field.default)])
  if (has('example')) columns.push([t.example, ({ field }) => value(field.example)])
  columns.push([t.description, ({ field }) => description(field, language)])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((row) => line(columns.map(([, cell]) => cell(row))))
  return [line(columns.map(([head]) => head)), line(columns.map(() => '---')), ...body].join('\n')
}

/** A fenced code block; the fence is longer than any fence in the text. */
export function fence(info: string, text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text}\n${marks}`
}

function languageOf(contentType: string, text: string): string {
  if (/json/i.test(contentType) && /^\s*(?:"|-?\d|true$|false$|null$)/.test(text)) return 'json'
  if (/^\s*[[{]/.test(text)) return 'json'
  if (/^\s*<[?!a-z]/i.test(text)) return 'xml'
  return /ya?ml/i.test(contentType) ? 'yaml' : ''
}

/** An example as a fence: its language, its name as a label, and its text. */
export function exampleFence({ name, text: written }: ApiExample, contentType: string) {
  const text = written.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  const language = languageOf(contentType, text)
  const label = name
    .replace(/[[\]`\s]+/g, ' ')
    .trim()
    .slice(0, 100)
  return { language, info: label ? `${language} [${label}]` : language, text }
}

function exampleBlock(example: ApiExample, contentType: string): string {
  const { info, text } = exampleFence(example, contentType)
  return [blocks(example.description ?? ''), fence(info, text)].filter(Boolean).join('\n\n')
}

const form = ({ name, type, description, fields }: ApiForm, language: Language) => [
  `**${name.replace(/[*\\<]/g, '\\$&')}**${type ? ` · ${typeCell(type)}` : ''}`,
  blocks(description ?? ''),
  fieldTable(fields, language),
]

/** The Markdown blocks of a body: type, fields, alternatives, examples. */
export function contentBlocks(content: ApiContent, language: Language): string[] {
  const { contentType, type, description, notes = [], fields, forms = [], examples } = content
  const head = [contentType && code(contentType), typeCell(type), ...notes.map((note) => noteLine(note, language).trim())]
    .filter(Boolean)
    .join(' · ')
  const all = [
    head,
    blocks(description ?? ''),
    fieldTable(fields, language),
    ...forms.flatMap((one) => form(one, language)),
    ...examples.map((one) => exampleBlock(one, contentType)),
  ]
  return all.filter(Boolean)
}

export const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

const heading = (level: number, text: string) => `${'#'.repeat(level)} ${oneLine(text).replace(/[\\`*_<[\]#$]/g, '\\$&')}`

const table = (title: string, fields: ApiField[] | undefined, language: Language) =>
  fields && fields.length > 0 ? [`## ${title}`, fieldTable(fields, language)] : []

function response({ status, description, headers, contents, more }: ApiResponse, language: Language): string[] {
  const name = Object.hasOwn(STATUS_NAMES, status) ? STATUS_NAMES[status] : ''
  const rows = fieldTable(headers, language)
  return [
    heading(3, name ? `${status} ${name}` : status),
    blocks(description ?? ''),
    ...(rows ? [`**${apiWords(language).answerHeaders}**`, rows] : []),
    ...contents.flatMap((content) => contentBlocks(content, language)),
    more?.trim() ?? '',
  ]
}

/** An API call as readable Markdown, with method and URL in one line for copying. */
export function apiPageMarkdown(call: ApiCall, language: Language): string {
  const t = apiWords(language)
  const { auth = [], bodies = [], responses = [], sections = [] } = call
  const address = oneLine(`${call.method} ${call.url}`)
  const all = [
    blocks(call.description ?? ''),
    address && fence(call.deprecated ? 'endpoint abandoned' : 'endpoint', address),
    ...(auth.length > 0 ? [`## ${t.auth}`, auth.length === 1 ? auth[0]! : auth.map((line) => `- ${line}`).join('\n')] : []),
    ...table(t.path, call.path, language),
    ...table(t.query, call.query, language),
    ...table(t.headers, call.headers, language),
    ...table(t.cookies, call.cookies, language),
    ...(call.bodyDescription || bodies.length > 0 ? [`## ${t.body}`, blocks(call.bodyDescription ?? '')] : []),
    ...bodies.flatMap((body) => contentBlocks(body, language)),
    ...(responses.length > 0 ? [`## ${t.response}`] : []),
    ...responses.flatMap((one) => response(one, language)),
    ...sections.flatMap(({ title, markdown, contents = [] }) => [
      title && heading(2, title),
      markdown.trim(),
      ...contents.flatMap((content) => contentBlocks(content, language)),
    ]),
  ]
  return `${all.filter(Boolean).join('\n\n')}\n`
}
