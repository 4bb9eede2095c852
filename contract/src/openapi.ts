import * as z from 'zod'
import type { Call } from './call.ts'
import { callWords } from './call-words.ts'

/** Descriptions of fields that many calls share, by name. Other fields are clear from their name or from the call. */
const fieldWords: Record<string, string> = {
  error_code: '0 is success, every other number a reason why not',
  item_id: 'Number of the item',
  item_name: 'Name of the item',
  item_description: 'What the item is, in a sentence',
  item_domain: 'Personal domain: letters that replace the number in its address',
  item_type: '1 regular, 2 a single page, 3 made by an API client, 4 a spreadsheet',
  page_id: 'Number of the page',
  page_title: 'Title of the page',
  page_content: 'Text of the page, as Markdown',
  page_comments: 'Remark on this state of the page',
  cat_id: 'Number of the catalog; 0 is the root of the item',
  cat_name: 'Name of the catalog; in the open API names from the top, joined by `/`',
  parent_cat_id: 'Catalog it is in; 0 is the root of the item',
  s_number: 'Position among its siblings, counted from 1',
  uid: 'Number of the user',
  username: 'User name',
  name: 'Display name',
  author_uid: 'Number of the user who saved it last',
  author_username: 'User name of who saved it last',
  author_name: 'Display name of who saved it last, or the user name',
  addtime: 'When it was saved last',
  created: 'When it was made',
  version: 'Grows by one with each save',
  base_version: 'Version on which the change is based; refused when another user has saved since',
  request_id: 'Any 8 to 64 letters or digits; sent again, the call is not done twice and gives the first answer',
  is_del: '1 when it is in the recycle bin',
  is_archived: '1 when it can no longer be changed',
  keyword: 'Words to search for',
  password: 'Password',
  new_password: 'New password',
  confirm_password: 'The same password again',
  v_code: 'Solution of the captcha',
  captcha: 'Solution of the captcha',
  captcha_id: 'Number of the captcha',
  email: 'Mail address',
  token: 'One-time secret',
  api_key: 'API key of the item; also as the header `X-Api-Key`',
  api_token: 'API token of the item; also as the header `X-Api-Token`',
  file_id: 'Number of the file',
  sign: 'Secret name of the file in its address',
  display_name: 'Name of the file',
  file_size: 'Size in bytes',
  file_type: 'Media type of the file',
  attachment_count: 'Number of attachments',
  unique_key: 'Key of its public address',
  team_id: 'Number of the team',
  team_name: 'Name of the team',
  member_group_id: 'Right: 0 read, 1 write, 2 manage',
  page: 'Page of the list, counted from 1',
  count: 'Rows on a page of the list',
  total: 'Number of all rows',
  env_id: 'Number of the environment',
  env_name: 'Name of the environment',
  flow_id: 'Number of the flow',
  user_token: 'Goes with every later call',
  language: 'Language of the words we add: `en` or `zh`',
}

type Json = Record<string, unknown>

const wires: Record<string, Json> = {
  digits: { type: 'string', format: 'digits' },
  date: { type: 'string', examples: ['2026-01-31 08:30:00'] },
}

/** Replaces the generated schema of a field by the one in its metadata, if there is one. */
function describe({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) {
  const { shown, inner, wire } = (z.globalRegistry.get(zodSchema) ?? {}) as { shown?: Json; inner?: z.ZodType; wire?: string }
  const json = inner && { type: 'string', contentMediaType: 'application/json', contentSchema: schema(inner) }
  const replacement = shown ?? json ?? (wire === undefined ? undefined : wires[wire])
  if (replacement) for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, replacement)
}

function schema(type: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', override: describe }) as Json
  return rest
}

/** The schema with field descriptions. Recursive parts get a name and are added to `schemas`. */
function named(type: z.ZodType, name: string, schemas: Json): Json {
  const { $defs = {}, ...rest } = JSON.parse(
    JSON.stringify(schema(type)).replaceAll('#/$defs/__schema', `#/components/schemas/${name}`),
  ) as Json
  for (const [key, one] of Object.entries($defs as Json)) schemas[key.replace('__schema', name)] = withWords(one as Json)
  return withWords(rest)
}

/** Adds the shared descriptions to all fields of the schema, in place. */
function withWords(json: Json): Json {
  for (const inner of Object.values(json)) if (typeof inner === 'object' && inner !== null) withWords(inner as Json)
  for (const [name, field] of Object.entries((json['properties'] ?? {}) as Record<string, Json>))
    if (Object.hasOwn(fieldWords, name)) field['description'] ??= fieldWords[name]
  return json
}

/** The fields of a call. A field is required when its schema refuses undefined. */
function inputOf({ input, files }: Call): { properties: Record<string, Json>; required: string[] } {
  const { properties } = withWords(JSON.parse(JSON.stringify(schema(input)))) as { properties: Record<string, Json> }
  const required = Object.entries(input.shape).filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
  const file = { type: 'string', format: 'binary', description: 'The file; it may have any field name' }
  return {
    properties: files ? { ...properties, file } : properties,
    required: [...required.map(([name]) => name), ...(files ? ['file'] : [])],
  }
}

const wordsOf = (group: string, action: string): readonly [summary: string, description?: string] => {
  const { calls } = callWords[group as keyof typeof callWords]
  const words = (calls as Record<string, string | readonly [string, string]>)[action] ?? ''
  return typeof words === 'string' ? [words] : words
}

const accessNotes = { visitor: '', user: '', admin: 'For administrators only.' }

function answerOf({ output }: Call, name: string, schemas: Json) {
  if (output.meta()?.['wire'] === 'bytes') return { description: 'A file, a picture or a text, without the envelope' }
  const properties = { error_code: { type: 'integer', description: fieldWords['error_code'] }, data: named(output, name, schemas) }
  const envelope = { type: 'object', required: Object.keys(properties), properties }
  return { description: '`data` is the answer', content: { 'application/json': { schema: envelope } } }
}

function operation(group: string, action: string, call: Call, title: string, schemas: Json) {
  const [summary, description] = wordsOf(group, action)
  const { properties, required } = inputOf(call)
  const about = [description, call.byLink ? 'A plain link (GET) does it as well.' : '', accessNotes[call.access]].filter(Boolean).join(' ')
  const types = call.files ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'application/json']
  const body = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const fields = Object.entries(properties).map(([name, { description: words, ...rest }]) => {
    return { name, in: 'query', required: required.includes(name), ...(words ? { description: words } : {}), schema: rest }
  })
  const hasFields = fields.length > 0
  return {
    operationId: `${group}.${action}`,
    tags: [title],
    summary,
    ...(about ? { description: about } : {}),
    security: [...(call.access === 'visitor' ? [{}] : []), { session: [] }, { bearer: [] }],
    ...(call.kind === 'read' && hasFields ? { parameters: fields } : {}),
    ...(call.kind === 'write' && hasFields
      ? { requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: body }])) } }
      : {}),
    responses: { 200: answerOf(call, `${group}.${action}.node`, schemas) },
  }
}

const about = `Everything the web pages of this site do, programs can do by these calls.

- A call shown as GET may be made as POST, too, with the same fields in its body. A call shown as POST is made as POST only.
- Bodies are forms or JSON. Numbers may be sent as text; numbers of items, pages and so on come back as text.
- A number that may be left out may also come empty or as \`undefined\`, \`null\` or \`NaN\`. A position (\`s_number\`) that is not a number leaves the order unchanged.
- Every answer has \`error_code\`: 0 is success, and \`data\` is the answer. With every other number \`error_message\` says what went wrong, and \`error_name\` names it: several errors can share a number.
- Programs that write documentation need no account: see the group *${callWords.open.title}*.`

/** The OpenAPI 3.1 description of all calls, derived from their declarations; the words are those of call-words.ts. */
export function openApi(calls: [string, string, Call][], version: string, server: string) {
  const groups = Object.entries(callWords).map(([group, { title, about: description }]) => ({ group, title, description }))
  const titles = new Map(groups.map(({ group, title }) => [group, title]))
  const tags = new Map(groups.map(({ title, description }) => [title, { name: title, description }]))
  const schemas: Json = {}
  const paths = calls.map(([group, action, call]) => {
    const method = call.kind === 'read' ? 'get' : 'post'
    return [`/api/${group}/${action}`, { [method]: operation(group, action, call, titles.get(group) ?? group, schemas) }] as const
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheaf',
      summary: 'The calls of this documentation server',
      description: about,
      version,
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: [...tags.values()],
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sheaf_session', description: 'As a browser has it after signing in' },
        bearer: { type: 'http', scheme: 'bearer', description: '`user_token` of `user/login`, or a personal token' },
      },
    },
  }
}
