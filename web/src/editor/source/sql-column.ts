import type { Token } from './sql-tokens.ts'
import { Walk } from './sql-walk.ts'

export interface Column {
  name: string
  type: string
  nullable: boolean
  /** As written, without the quotes of a text. */
  value: string
  /** Numbered by the database itself. */
  counted: boolean
  primary: boolean
  unique: boolean
  /** `users.id` */
  points?: string
  note: string
  /** Where its text ends in the source. */
  to: number
}

const ENDS =
  /^(?:NOT|NULL|DEFAULT|AUTO_INCREMENT|AUTOINCREMENT|IDENTITY|GENERATED|PRIMARY|UNIQUE|KEY|COMMENT|REFERENCES|CHECK|COLLATE|CHARSET|ON|CONSTRAINT|AS|ENCODE|VISIBLE|INVISIBLE|VIRTUAL|STORED|PERSISTED|ROWGUIDCOL|SPARSE|COLUMN_FORMAT|STORAGE|COMPRESSION|ENABLE|DISABLE|FIRST|AFTER)$/i

const ends = (walk: Walk) =>
  walk.now?.kind === 'word' && (walk.is('CHARACTER', 'SET') || (ENDS.test(walk.now.text) && !walk.is('CHARACTER')))

const written = (source: string, tokens: Token[]) => {
  const first = tokens[0]
  const last = tokens.at(-1)
  if (!first || !last) return ''
  const text = source.slice(first.from, last.to)
  // [nvarchar](50) is nvarchar(50).
  return (tokens.some((token) => token.kind === 'name') ? text.replace(/\[(\w+)\]\s*/g, '$1').replace(/[`"]/g, '') : text).replace(
    /\s+/g,
    ' ',
  )
}

/** Up to the next attribute, brackets with all they hold; at least `least` tokens. */
function readUntilAttribute(walk: Walk, least: number): Token[] {
  const found: Token[] = []
  while (!walk.done && (found.length < least || !ends(walk))) {
    const open = walk.now as Token
    if (walk.is('(')) {
      found.push(open, ...walk.group())
      if (walk.last) found.push(walk.last)
    } else found.push(walk.next() as Token)
  }
  return found
}

/** A default as people write it: no quotes, no cast, no brackets around it. */
function plainValue(source: string, tokens: Token[]): string {
  const cast = tokens.findIndex((token) => token.text === '::')
  let inner = cast > 0 ? tokens.slice(0, cast) : tokens
  while (inner.length > 2 && inner[0]?.text === '(' && closesAtEnd(inner)) inner = inner.slice(1, -1)
  const only = inner.length === 1 ? inner[0] : undefined
  if (only?.kind === 'text') return only.text || "''"
  if (only?.kind === 'word' && /^null$/i.test(only.text)) return ''
  return written(source, inner)
}

function closesAtEnd(tokens: Token[]) {
  let depth = 0
  return tokens.every((token, index) => {
    if (token.kind === 'sign' && token.text === '(') depth++
    if (token.kind === 'sign' && token.text === ')') depth--
    return depth > 0 || index === tokens.length - 1
  })
}

function readReference(walk: Walk) {
  const table = walk.name() ?? ''
  const column = walk.is('(') ? walk.group()[0]?.text : undefined
  return column ? `${table}.${column}` : table
}

/** After ON DELETE or ON UPDATE: what is done, or the value it takes. */
function skipReferenceAction(walk: Walk) {
  walk.next()
  if (walk.take('SET') || walk.take('NO')) walk.next()
  else readUntilAttribute(walk, 1)
}

function attribute(walk: Walk, column: Column, source: string) {
  if (walk.take('NOT', 'NULL')) column.nullable = false
  else if (walk.take('DEFAULT')) {
    walk.take('ON', 'NULL')
    column.value = plainValue(source, readUntilAttribute(walk, 1))
  } else if (walk.take('AUTO_INCREMENT') || walk.take('AUTOINCREMENT') || walk.take('IDENTITY')) column.counted = true
  else if (walk.take('GENERATED')) {
    while (!walk.done && !walk.is('AS')) walk.next()
    walk.take('AS')
    if (walk.take('IDENTITY')) column.counted = true
    else column.value = `= ${written(source, walk.group())}`
  } else if (walk.take('AS')) column.value = `= ${written(source, walk.group())}`
  else if (walk.take('PRIMARY') || walk.take('KEY')) {
    walk.take('KEY')
    column.primary = true
  } else if (walk.take('UNIQUE')) {
    walk.take('KEY')
    column.unique = true
  } else if (walk.take('COMMENT')) column.note = walk.text() ?? ''
  else if (walk.take('REFERENCES')) column.points = readReference(walk)
  else if (walk.take('ON')) skipReferenceAction(walk)
  else if (walk.take('CONSTRAINT') || walk.take('COLLATE') || walk.take('CHARSET') || walk.take('CHARACTER', 'SET')) walk.next()
  else if (walk.is('(')) walk.group()
  else walk.next()
}

/** `order_id varchar(12) NOT NULL DEFAULT '' COMMENT 'Primary key'` */
export function readColumn(tokens: Token[], source: string): Column | undefined {
  const walk = new Walk(tokens)
  const first = walk.next()
  if (!first || (first.kind !== 'word' && first.kind !== 'name')) return undefined
  const column: Column = {
    name: first.text,
    type: written(source, readUntilAttribute(walk, 0)),
    nullable: true,
    value: '',
    counted: false,
    primary: false,
    unique: false,
    note: '',
    to: (tokens.at(-1) as Token).to,
  }
  while (!walk.done) attribute(walk, column, source)
  return column
}
