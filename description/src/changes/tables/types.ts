/** How a type differs from another one. */
type TypeChange = 'same' | 'wider' | 'narrower' | 'other'

/** Integers by their size in bytes. */
const integers: Record<string, number> = {
  tinyint: 1,
  int1: 1,
  smallint: 2,
  int2: 2,
  smallserial: 2,
  mediumint: 3,
  int3: 3,
  int: 4,
  int4: 4,
  integer: 4,
  serial: 4,
  bigint: 8,
  int8: 8,
  bigserial: 8,
}
const floats: Record<string, number> = { real: 4, float4: 4, float: 4, 'double precision': 8, double: 8, float8: 8 }
/** Texts that have no length of their own, by the characters that they can have. */
const texts: Record<string, number> = { tinytext: 255, text: 1e9, mediumtext: 2e9, longtext: 3e9, clob: 1e9, string: 1e9 }

interface Parsed {
  family: string
  /** The size, which decides what is wider. */
  size: number
  scale: number
}

const NUMERIC = /^(?:numeric|decimal|number)(?:\((\d{1,6})(?:,\s?(\d{1,6}))?\))?$/
const CHARACTERS = /^(?:character varying|varchar2?|nvarchar2?|character|n?char)(?:\((\d{1,9}|max)\))?$/

function parsed(text: string): Parsed | undefined {
  const name = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const isUnsigned = name.endsWith(' unsigned')
  const bare = name.replace(/ unsigned$/, '')
  const width = bare.replace(/^((?:tiny|small|medium|big)?int|integer)\(\d{1,5}\)$/, '$1')
  if (Object.hasOwn(integers, width)) return { family: isUnsigned ? 'unsigned' : 'integer', size: integers[width]!, scale: 0 }
  if (Object.hasOwn(floats, bare)) return { family: 'float', size: floats[bare]!, scale: 0 }
  if (Object.hasOwn(texts, bare)) return { family: 'text', size: texts[bare]!, scale: 0 }
  const numeric = NUMERIC.exec(bare)
  if (numeric) {
    const [, precision, scale = '0'] = numeric
    if (precision === undefined) return { family: 'numeric', size: 1e9, scale: 1e9 }
    return { family: 'numeric', size: Number(precision) - Number(scale), scale: Number(scale) }
  }
  const characters = CHARACTERS.exec(bare)
  if (!characters) return undefined
  const length = characters[1]
  const isFixed = /^n?char/.test(bare) && !bare.includes('varying')
  return { family: 'text', size: length === 'max' ? 1e9 : length === undefined ? (isFixed ? 1 : 1e9) : Number(length), scale: 0 }
}

/** Whether every value of a type is one of another type, as far as both are known. */
export function typeChange(before: string, after: string): TypeChange {
  if (before === after) return 'same'
  const [old, now] = [parsed(before), parsed(after)]
  if (!old || !now || old.family !== now.family) return 'other'
  if (old.size === now.size && old.scale === now.scale) return 'same'
  if (now.size >= old.size && now.scale >= old.scale) return 'wider'
  return now.size <= old.size && now.scale <= old.scale ? 'narrower' : 'other'
}
