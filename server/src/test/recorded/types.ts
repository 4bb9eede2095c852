import type * as z from 'zod'

/** The types of fields in types.json: "string", "null|string", "array|empty-array". */
export type Wanted = Record<string, string>

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
}
const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def

/** The possible wire types of a declaration, with unions and optionals resolved. */
function formsOf(schema: z.ZodType): z.ZodType[] {
  const { type, options, innerType, in: wire } = defOf(schema)
  if (type === 'union') return (options ?? []).flatMap(formsOf)
  if (type === 'optional') return innerType ? formsOf(innerType) : []
  if (type === 'pipe') return wire ? formsOf(wire) : []
  return [schema]
}

const names: Record<string, string> = { boolean: 'bool', enum: 'string', literal: 'string', never: 'nothing', unknown: 'anything' }
const nameOf = (schema: z.ZodType) => names[defOf(schema).type] ?? defOf(schema).type

/** The declarations at a path such as `data.list[].file_id`, starting from that of `data`. */
function declaredAt(output: z.ZodType, path: string): z.ZodType[] {
  let current = formsOf(output)
  for (const step of path.replace(/^data\.?/, '').match(/\[\]|[^.[\]]+/g) ?? [])
    current = current.flatMap((schema) => {
      const { shape, element } = defOf(schema)
      const next = step === '[]' ? element : shape?.[step]
      return next ? formsOf(next) : nameOf(schema) === 'anything' ? [schema] : []
    })
  return current
}

/** A field must be able to have its recorded type, which existing clients expect. A field recorded as null can be "" (W5). */
function agree(declared: z.ZodType[], wanted: string): boolean {
  const known = wanted.split('|').map((one) => one.replace('empty-array', 'array'))
  return declared.some((schema) => {
    const name = nameOf(schema)
    return name === 'anything' || known.includes(name) || (wanted === 'null' && ['string', 'number'].includes(name))
  })
}

/** The fields of a recorded answer that are missing or have another type, as `data.field: wanted`. */
export const differences = (output: z.ZodType, wanted: Wanted) =>
  Object.entries(wanted)
    .filter(([path, type]) => {
      const isList = path.endsWith('[]')
      const declared = declaredAt(output, isList ? path.slice(0, -2) : path)
      return !agree(declared, isList ? 'array' : type)
    })
    .map(([path, type]) => `${path}: ${type}`)
