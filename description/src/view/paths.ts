import type { ApiCall, ApiContent, ApiField } from '../call/call.ts'
import { columnPath, type DictionaryView, isTable, type TableView } from '../tables/dictionary.ts'
import { At } from './at.ts'

/** A place of a part that people can write about, as in the block of the part. */
export interface PartPath {
  /** `body.lines[].quantity`. */
  path: string
  /** The type of the field; '' for a place that is none. */
  type: string
  isRequired: boolean
  /** What the source says; '' for nothing. */
  says: string
}

/** Further places are only found by typing their whole path. */
const PATHS_MAX = 2000
const LEVELS_MAX = 8

/** The places of a part. Those of its fields are in the order in which its page shows them. */
export function pathsOf(part: { title: string; body: { call: ApiCall } | { markdown: string } | { view: DictionaryView } }): PartPath[] {
  const { body, title } = part
  if ('markdown' in body) return [{ path: 'description', type: '', isRequired: false, says: '' }]
  const found: PartPath[] = []
  const add = (path: string | undefined, says = '', type = '', isRequired = false) => {
    if (path && found.length < PATHS_MAX) found.push({ path, type, isRequired, says: says.trim() })
  }
  if ('view' in body) {
    if (isTable(body.view)) tablePaths(body.view, add)
    else add('overview')
    return found
  }
  add('summary', title)
  callPaths(body.call, add)
  return found
}

/** Hands over the fields of a call that people can write about, each path once, with what the source says. */
export function eachField(call: ApiCall, take: (path: string, says: string) => void) {
  const known = new Set<string>()
  callPaths(call, (path, says = '', _type, isRequired) => {
    if (!path || isRequired === undefined || known.size >= PATHS_MAX || known.has(path)) return
    known.add(path)
    take(path, says.trim())
  })
}

type Add = (path: string | undefined, says?: string, type?: string, isRequired?: boolean) => void

function fieldPaths(fields: ApiField[], above: At, add: Add, level = 0) {
  if (level >= LEVELS_MAX) return
  for (const field of fields) {
    const at = (field.only === undefined ? above : above.inForm(field.only)).field(field.name.trim(), field.lists)
    add(at.path, field.description ?? field.remark, field.type.trim(), field.required === true)
    if (field.fields) fieldPaths(field.fields, at, add, level + 1)
  }
}

function contentPaths(contents: ApiContent[], above: At, add: Add) {
  for (const content of contents) {
    const at = contents.length > 1 ? above.inType(content.contentType) : above
    fieldPaths(content.fields, at, add)
    for (const form of content.forms ?? []) fieldPaths(form.fields, at.inForm(form.name), add)
  }
}

function callPaths(call: ApiCall, add: Add) {
  add('description', call.description)
  const lists = { path: call.path, query: call.query, header: call.headers, cookie: call.cookies }
  for (const [place, fields = []] of Object.entries(lists)) fieldPaths(fields, new At(place, place), add)
  if (call.bodyDescription?.trim() || call.bodies?.length) add('body', call.bodyDescription)
  contentPaths(call.bodies ?? [], new At('body', 'body'), add)
  for (const { status, description, headers, contents } of call.responses ?? []) {
    if (status === '') continue
    const name = /^\d\w*$/.test(status) ? status : 'default'
    add(name, description)
    fieldPaths(headers, new At('header', `${name}.header`), add)
    contentPaths(contents, new At(name, name), add)
  }
  for (const { anchor, contents } of call.sections ?? []) if (anchor === 'fields') contentPaths(contents ?? [], new At(anchor, anchor), add)
}

function tablePaths({ comment, columns, indexes, foreignKeys }: TableView, add: Add) {
  add('table', comment)
  for (const column of columns) add(columnPath(column.name), column.comment, column.type, !column.nullable)
  const named = (of: string, name: string) => (name === '' || columnPath(name) === '' ? undefined : `${of}:${columnPath(name)}`)
  for (const index of indexes) add(named('index', index.name), index.comment)
  for (const key of foreignKeys) add(named('key', key.name))
}
