import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml'
import { type Splice, spliced } from './json-edit.ts'
import type { Edit } from './placing.ts'

/** Places of YAML that cannot be changed alone, such as one in a merged map. */
export class Unwritable extends Error {
  readonly edits: Edit[]

  constructor(edits: Edit[]) {
    super('these places cannot be changed alone')
    this.edits = edits
  }
}

/** The key of a pair as the reader takes it: a number is a text with its digits. */
function keyOf({ key }: Pair): string | undefined {
  if (!isScalar(key)) return undefined
  return typeof key.value === 'number' ? (key.source ?? String(key.value)) : String(key.value)
}

const pairOf = (map: YAMLMap, key: string): Pair | undefined => map.items.findLast((pair) => keyOf(pair) === key)

/** Resolves an alias; undefined for anything that is no node. */
const nodeOf = (document: Document, node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

function mapAt(document: Document, edit: Edit): YAMLMap | undefined {
  let node = nodeOf(document, document.contents)
  for (const key of edit.at) {
    const next = isMap(node) ? pairOf(node, key)?.value : isSeq(node) ? node.items[Number(key)] : undefined
    node = nodeOf(document, next)
  }
  return isMap(node) ? node : undefined
}

interface Span {
  from: number
  to: number
}

/** Where a node is in the text, without its anchor and its tag. */
function spanOf(node: unknown): Span | undefined {
  const range = (node as { range?: [number, number, number] | null } | null | undefined)?.range
  return range ? { from: range[0], to: range[1] } : undefined
}

const isBare = (node: unknown) => {
  const { anchor, tag } = (node ?? {}) as { anchor?: string; tag?: string }
  return anchor === undefined && tag === undefined
}

/** The pair in the style of the document; `column` spaces are before its key. */
function written({ key, value }: Edit, column: number, ending: string): string {
  const text = stringify({ [key]: value }, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd()
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`).replaceAll('\n', ending)
}

/** The piece that makes one edit; undefined for a place that cannot be changed alone. */
function spliceOf(text: string, document: Document, edit: Edit): Splice | undefined {
  const map = mapAt(document, edit)
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const pair = map && pairOf(map, edit.key)
  const own = spanOf(map)
  const first = map?.items[0]
  const firstKey = spanOf(first?.key)
  if (!own || !map) return undefined
  const keyText = /^[a-z_$][\w$-]*$/i.test(edit.key) ? edit.key : JSON.stringify(edit.key)
  const inFlow = `${keyText}: ${JSON.stringify(edit.value)}`
  if (!firstKey || !first) return { from: own.from + 1, to: own.from + 1, text: `${inFlow}, ` }
  if (pair) {
    const [key, value] = [spanOf(pair.key), spanOf(pair.value)]
    if (!key || !value || isAlias(pair.value) || !isBare(pair.value) || !isBare(pair.key)) return undefined
    if (map.flow) return { from: key.from, to: value.to, text: inFlow }
    // A value of several lines ends with the break of its last line, and with the lines below it that are empty.
    const [tail = ''] = /(?<![ \t\r\n])[ \t\r\n]*$/.exec(text.slice(key.from, value.to)) ?? []
    const to = value.to - tail.length
    const column = columnOf(text, key.from)
    if (!isFirstIn(text, key.from, column)) return undefined
    const block = written(edit, column, ending)
    // A comment behind the value would be a part of a text in several lines.
    const [spaces] = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(to, to + 2000)) ?? []
    const isBlock = spaces !== undefined && !isDeepBelow(text, to + spaces.length, column)
    return { from: key.from, to: to + (spaces?.length ?? 0), text: isBlock || !block.includes('\n') ? block : inFlow }
  }
  if (map.flow) return { from: firstKey.from, to: firstKey.from, text: `${inFlow}, ` }
  const column = columnOf(text, firstKey.from)
  if (!isFirstIn(text, firstKey.from, column) || !isBare(first.key)) return undefined
  return { from: firstKey.from, to: firstKey.from, text: `${written(edit, column, ending)}${ending}${' '.repeat(column)}` }
}

/** Whether a line of spaces, or a comment, below is so deep that it would be a part of a text in several lines. */
function isDeepBelow(text: string, from: number, column: number): boolean {
  const below = /(?:\r?\n[ \t]*(?:#[^\n]*|(?=\r?\n|$)))*/y
  below.lastIndex = from
  const lines = (below.exec(text)?.[0] ?? '').split('\n')
  return lines.some((line) => line.search(/[^ \t]|$/) > column)
}

/** Whether only spaces and dashes are before a key in its line: it is not after `? `, and not behind an anchor or a tag. */
const isFirstIn = (text: string, at: number, column: number) => /^[ -]*$/.test(text.slice(at - column, at))

function columnOf(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return at - start - (text[start] === '\ufeff' ? 1 : 0)
}

/**
 * The text of YAML with these edits: comments, order and all other lines stay as they are. Throws `Unwritable` for a place that cannot be
 * changed alone.
 */
export function editYaml(text: string, edits: Edit[]): string {
  const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'silent', prettyErrors: false })
  const closed: Edit[] = []
  const splices = edits.flatMap((edit) => {
    const splice = spliceOf(text, document, edit)
    if (!splice) closed.push(edit)
    return splice ?? []
  })
  if (closed.length > 0) throw new Unwritable(closed)
  const byPlace = Map.groupBy(splices, ({ from, to }) => `${from} ${to}`)
  return spliced(
    text,
    [...byPlace.values()].map(([one, ...more]) => ({ ...one!, text: [one!, ...more].map((each) => each.text).join('') })),
  )
}
