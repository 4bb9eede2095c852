import { isObject } from '../../import-plan/text-format.ts'
import { labelOf, linesOf, listOf, type Shape, shapeOf, shapesOf, textOf } from './fields.ts'

/*
 * A collection of the first form is a list of requests and a list of folders that name one another by ids, and lists of ids for their
 * order. Here it becomes one of the second form.
 */
const idOf = (shape: Shape) => labelOf(shape['id'])

/** These in the order of the ids, then all others: a list that is wrong loses nothing. */
function inOrder(all: Shape[], ids: unknown): Shape[] {
  const rank = new Map(listOf(ids).map((id, n) => [textOf(id), n]))
  return all
    .map((one, n) => ({ one, at: rank.get(idOf(one)) ?? rank.size + n }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function bodyOf(request: Shape): Shape | undefined {
  const rows = shapesOf(request['data'])
  const raw = request['rawModeData'] ?? (typeof request['data'] === 'string' ? request['data'] : undefined)
  const text = linesOf(Array.isArray(raw) && raw.every((line) => typeof line === 'string') ? raw : isObject(raw) ? textOf(raw) : raw)
  const mode = labelOf(request['dataMode']) || (rows.length > 0 ? 'params' : text ? 'raw' : '')
  const options = shapeOf(request['dataOptions'])
  if (mode === 'raw') return { mode, raw: text, options }
  if (mode === 'urlencoded') return { mode, urlencoded: rows }
  if (mode === 'params' || mode === 'formdata') return { mode: 'formdata', formdata: rows }
  if (mode === 'binary') return { mode: 'file', file: { src: raw ?? request['binary'] } }
  if (mode === 'graphql') return { mode, graphql: request['graphqlModeData'] ?? request['data'] }
  return mode === '' ? undefined : { mode }
}

/** Helpers are what authorization was called before there was `auth`. */
function authOf(request: Shape): unknown {
  if (isObject(request['auth'])) return request['auth']
  const helper = labelOf(request['currentHelper']).replace(/Auth$/, '').toLowerCase()
  const { id: _id, saveToRequest: _save, ...values } = shapeOf(request['helperAttributes'])
  return helper === '' || helper === 'null' ? undefined : { type: helper === 'normal' ? 'noauth' : helper, [helper]: values }
}

function eventsOf(shape: Shape): Shape[] {
  const events = shapesOf(shape['events'] ?? shape['event'])
  if (events.length > 0) return events
  const script = (listen: string, exec: unknown) => (textOf(exec).trim() === '' ? [] : [{ listen, script: { exec } }])
  return [...script('prerequest', shape['preRequestScript'] ?? shape['prescript']), ...script('test', shape['tests'])]
}

/** Values of path variables: a list of rows, or an object of names. */
const pathOf = (request: Shape): Shape[] => {
  const rows = shapesOf(request['pathVariableData'])
  return rows.length > 0 ? rows : Object.entries(shapeOf(request['pathVariables'])).map(([key, value]) => ({ key, value }))
}

function itemOf(request: Shape): Shape {
  const headers = shapesOf(request['headerData'])
  const query = shapesOf(request['queryParams'])
  // Of a GET the rows beside it are its query, whatever they are called.
  const data = /^(?:GET|HEAD)$/i.test(labelOf(request['method']) || 'GET') && query.length === 0 ? shapesOf(request['data']) : []
  return {
    name: request['name'],
    event: eventsOf(request),
    variable: request['variables'],
    response: [
      ...listOf(request['responses_order'] ? inOrder(shapesOf(request['responses']), request['responses_order']) : request['responses']),
    ],
    request: {
      method: request['method'],
      description: request['description'],
      auth: authOf(request),
      header: headers.length > 0 ? headers : request['headers'],
      url: { raw: request['url'], query: query.length > 0 ? query : data, variable: pathOf(request) },
      body: data.length > 0 ? undefined : bodyOf(request),
    },
  }
}

/** A collection of the first form as one of the second. Folders inside each other in a circle stand at the top once. */
export function convertV1(collection: Shape): Shape {
  const folders = shapesOf(collection['folders'])
  const requests = shapesOf(collection['requests'])
  const listed = new Map<string, string>()
  const parents = new Map<string, string>()
  for (const folder of folders) {
    for (const id of listOf(folder['order'])) listed.set(textOf(id), idOf(folder))
    for (const id of listOf(folder['folders_order'])) parents.set(textOf(id), idOf(folder))
  }
  const known = new Set(folders.map(idOf))
  const homeOf = (own: unknown, given: string | undefined) => [labelOf(own), given ?? ''].find((id) => id !== '' && known.has(id)) ?? ''
  const folderOf = (folder: Shape) => homeOf(folder['folder'] ?? folder['folderId'] ?? folder['parentId'], parents.get(idOf(folder)))
  const [below, inside] = [Map.groupBy(folders, folderOf), Map.groupBy(requests, (one) => homeOf(one['folder'], listed.get(idOf(one))))]
  const used = new Set<Shape>()
  const filled = (folder: Shape, id: string): Shape[] => [
    ...inOrder(inside.get(id) ?? [], folder['order']).map(itemOf),
    ...inOrder(below.get(id) ?? [], folder['folders_order'])
      .filter((one) => !used.has(one))
      .map((one) => made(one)),
  ]
  const made = (folder: Shape): Shape => {
    used.add(folder)
    const { name, description, auth, variables } = folder
    return { name, description, auth, variable: variables, event: eventsOf(folder), item: filled(folder, idOf(folder)) }
  }
  const item = filled(collection, '')
  // Whatever is in a circle has no way from the top.
  for (const folder of folders) if (!used.has(folder)) item.push(made(folder))
  const { name, description, auth, variables } = collection
  return { info: { name, description }, auth, variable: variables, event: eventsOf(collection), item }
}
