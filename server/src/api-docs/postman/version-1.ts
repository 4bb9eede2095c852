/*
 * Converts collections of version 1 to version 2. Version 1 has flat lists of requests and folders, which refer to each other by id.
 * Separate lists of ids define their order.
 */

import { CATALOG_DEPTH_MAX } from '../../import-plan/plan.ts'
import { isObject } from '../../import-plan/text-format.ts'
import { labelOf, linesOf, listOf, type Shape, shapeOf, shapesOf, textOf } from './fields.ts'

const idOf = (shape: Shape) => labelOf(shape['id'])

/** Sorts by the order of the ids, followed by all others, so that an incomplete list loses nothing. */
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

/** Authorization from `auth`, or from the older `currentHelper`. */
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

/** Path variables, which are a list of rows or an object. */
const pathOf = (request: Shape): Shape[] => {
  const rows = shapesOf(request['pathVariableData'])
  return rows.length > 0 ? rows : Object.entries(shapeOf(request['pathVariables'])).map(([key, value]) => ({ key, value }))
}

function itemOf(request: Shape): Shape {
  const headers = shapesOf(request['headerData'])
  const query = shapesOf(request['queryParams'])
  // For GET and HEAD, the rows in `data` are the query.
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

/** Converts a collection of version 1 to version 2. Folders in a circle are moved to the root. */
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
  const parentIdOf = (own: unknown, listedIn: string | undefined) =>
    [labelOf(own), listedIn ?? ''].find((id) => id !== '' && known.has(id)) ?? ''
  const folderOf = (folder: Shape) => parentIdOf(folder['folder'] ?? folder['folderId'] ?? folder['parentId'], parents.get(idOf(folder)))
  const [below, inside] = [Map.groupBy(folders, folderOf), Map.groupBy(requests, (one) => parentIdOf(one['folder'], listed.get(idOf(one))))]
  const used = new Set<Shape>()
  /** Folders that are too deep to be planned; the planner reports the first one. */
  const leaveOut = (folder: Shape): Shape[] => {
    const ids = [idOf(folder)]
    for (const id of ids)
      for (const one of below.get(id) ?? [])
        if (!used.has(one)) {
          used.add(one)
          ids.push(idOf(one))
        }
    return []
  }
  const itemsOf = (folder: Shape, id: string, depth: number): Shape[] => [
    ...inOrder(inside.get(id) ?? [], folder['order']).map(itemOf),
    ...inOrder(below.get(id) ?? [], folder['folders_order'])
      .filter((one) => !used.has(one))
      .map((one) => toFolder(one, depth)),
  ]
  const toFolder = (folder: Shape, depth: number): Shape => {
    used.add(folder)
    const { name, description, auth, variables } = folder
    const item = depth > CATALOG_DEPTH_MAX ? leaveOut(folder) : itemsOf(folder, idOf(folder), depth + 1)
    return { name, description, auth, variable: variables, event: eventsOf(folder), item }
  }
  const item = itemsOf(collection, '', 1)
  // Folders in a circle cannot be reached from the root.
  for (const folder of folders) if (!used.has(folder)) item.push(toFolder(folder, 1))
  const { name, description, auth, variables } = collection
  return { info: { name, description }, auth, variable: variables, event: eventsOf(collection), item }
}
