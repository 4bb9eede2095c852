import { STATUS_CODES } from 'node:http'
import type { Language } from '@sheaf/contract/errors'
import { contentBlocks, fence } from './api-body.ts'
import type { ApiCall, ApiField, ApiResponse } from './api-call.ts'
import { fieldTable } from './api-table.ts'
import { blocks } from './api-text.ts'
import { apiWords } from './api-words.ts'

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

const heading = (level: number, text: string) => `${'#'.repeat(level)} ${oneLine(text).replace(/[\\`*_<[\]#$]/g, '\\$&')}`

const table = (title: string, fields: ApiField[] | undefined, language: Language) =>
  fields && fields.length > 0 ? [`## ${title}`, fieldTable(fields, language)] : []

function response({ status, description, headers, contents, more }: ApiResponse, language: Language): string[] {
  const name = STATUS_CODES[status]
  const rows = fieldTable(headers, language)
  return [
    heading(3, name ? `${status} ${name}` : status),
    blocks(description ?? ''),
    ...(rows ? [`**${apiWords(language).answerHeaders}**`, rows] : []),
    ...contents.flatMap((content) => contentBlocks(content, language)),
    more?.trim() ?? '',
  ]
}

/** A call as the Markdown somebody would have written by hand; with its method and address in one line that readers can copy. */
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
    ...sections.flatMap(({ title, markdown }) => [heading(2, title), markdown.trim()]),
  ]
  return `${all.filter(Boolean).join('\n\n')}\n`
}
