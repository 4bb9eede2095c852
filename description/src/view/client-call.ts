import type { Language } from '@sheaf/contract/errors'
import {
  type ApiPage,
  apiPageOf,
  apiWords,
  escapeParagraph,
  type Field,
  ownMarkdown,
  type Part,
  type PartKind,
} from '@sheaf/markdown/api-page'
import { beautify } from '@sheaf/markdown/beautify'
import { fieldNames } from '@sheaf/markdown/field-names'
import type { ApiCall, ApiContent, ApiField, ApiResponse, ApiSection } from '../call/call.ts'

const bare = (path: string) => path.replace(/(?<!\])(?:\[\w*\])+$/, '')

/** How many `[]` end at a place of a path. */
function listsBefore(path: string, end: number): number {
  let lists = 0
  while (path.endsWith('[]', end - 2 * lists)) lists++
  return lists
}

/** The rows of a client as nested fields. Rows have the path of their parents in their name, or marks of nesting before it. */
function nested(rows: Field[]): ApiField[] {
  const top: ApiField[] = []
  const last: ApiField[] = []
  const known = new Map<string, ApiField>()
  const names = fieldNames(
    rows.map(({ name }) => name),
    rows.map(({ type }) => type),
  )
  for (const [at, { type, required, value, remark }] of rows.entries()) {
    const { depth, parents, name } = names[at]!
    const field: ApiField = { name, type, required, remark, ...(value.trim() ? { example: value } : {}) }
    const parent = depth === 0 ? undefined : (known.get(bare(parents.slice(0, -1))) ?? last[depth - 1])
    if (parent) {
      parent.fields ??= []
      parent.fields.push(field)
      parent.lists ??= listsBefore(parents, parents.length - 1)
    } else top.push(field)
    last[depth] = field
    known.set(bare(parents + name), field)
  }
  return top
}

const content = ({ terms, fields, examples }: Part, type = ''): ApiContent => ({
  contentType: type || terms.join(', '),
  type: '',
  fields: nested(fields),
  examples: examples.map(({ name, text }) => ({ name, text: beautify(text).text })),
})

function responseOf(part: Part): ApiResponse {
  const { kind, examples } = part
  const [named] = examples
  const common = { headers: [], contents: [{ ...content(part, ' '), contentType: '' }] }
  if (kind === 'failure') return { status: '', kind: 'failure', ...common }
  if (!named?.name.trim()) return { status: '', kind: 'success', ...common }
  return {
    status: named.name.trim(),
    ...common,
    contents: [{ ...content({ ...part, examples: [{ ...named, name: '' }] }), contentType: '' }],
  }
}

/** Parts that have no place of their own in a call: subprotocols, messages, and parameters that are not rows. */
function sectionOf(part: Part, title: string): ApiSection {
  const { terms, fields, examples } = part
  const contents = fields.length > 0 || examples.length > 0 ? [{ ...content(part), contentType: '' }] : []
  return { title, markdown: terms.length > 0 ? escapeParagraph(terms.join(', ')) : '', contents }
}

const schemes = new Map<string, 'Bearer' | 'Basic'>([
  ['Bearer Token', 'Bearer'],
  ['OAuth 2.0', 'Bearer'],
  ['Basic Auth', 'Basic'],
])

function callOf({ method, url, state, description, parts, remark }: ApiPage, language: Language): ApiCall {
  const t = apiWords(language)
  const of = (...kinds: PartKind[]) => parts.filter(({ kind }) => kinds.includes(kind))
  const rowsOf = (kind: PartKind) => nested(of(kind).flatMap(({ fields }) => fields))
  const terms = of('auth').flatMap((part) => part.terms)
  const scheme = schemes.get(terms[0] ?? '')
  const others = [
    ...of('path', 'query', 'headers', 'cookies').filter(({ examples }) => examples.length > 0),
    ...of('protocols', 'templates', 'messages'),
  ]
  return {
    method,
    url,
    description: ownMarkdown(description),
    ...(state ? { state, deprecated: state === 'abandoned' } : {}),
    ...(scheme ? { scheme } : {}),
    auth: terms.map(escapeParagraph),
    path: rowsOf('path'),
    query: rowsOf('query'),
    headers: rowsOf('headers'),
    cookies: rowsOf('cookies'),
    bodies: of('body').map((part) => content(part)),
    responses: of('response', 'failure').map(responseOf),
    sections: [
      ...others.map((part) => sectionOf(part, t.parts[part.kind])),
      ...(remark.trim() ? [{ title: t.notes, markdown: ownMarkdown(remark) }] : []),
    ],
  }
}

/** The call of a page made by an API client; undefined for all other content. */
export function clientCall(text: string, language: Language, shared?: string): ApiCall | undefined {
  const page = apiPageOf(text, shared)
  return page && callOf(page, language)
}
