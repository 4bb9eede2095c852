import type * as z from 'zod'

/** What types.json says of a field: "string", "null|string", "array|empty-array". */
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

/** What a declaration may be on the wire, without unions and options. */
function formsOf(schema: z.ZodType): z.ZodType[] {
  const { type, options, innerType, in: wire } = defOf(schema)
  if (type === 'union') return (options ?? []).flatMap(formsOf)
  if (type === 'optional') return innerType ? formsOf(innerType) : []
  if (type === 'pipe') return wire ? formsOf(wire) : []
  return [schema]
}

const names: Record<string, string> = { boolean: 'bool', enum: 'string', literal: 'string', never: 'nothing', unknown: 'anything' }
const nameOf = (schema: z.ZodType) => names[defOf(schema).type] ?? defOf(schema).type

/** The declarations behind `data.list[].file_id`, from that of `data`. */
function declaredAt(output: z.ZodType, path: string): z.ZodType[] {
  let here = formsOf(output)
  for (const step of path.replace(/^data\.?/, '').match(/\[\]|[^.[\]]+/g) ?? [])
    here = here.flatMap((schema) => {
      const { shape, element } = defOf(schema)
      const next = step === '[]' ? element : shape?.[step]
      return next ? formsOf(next) : nameOf(schema) === 'anything' ? [schema] : []
    })
  return here
}

/** Existing clients read what they know: what a field may be here must be what it was there. A field that was never set may be "" (W5). */
function agree(declared: z.ZodType[], wanted: string): boolean {
  const known = wanted.split('|').map((one) => one.replace('empty-array', 'array'))
  return declared.some((schema) => {
    const name = nameOf(schema)
    return name === 'anything' || known.includes(name) || (wanted === 'null' && ['string', 'number'].includes(name))
  })
}

/** The fields of a recorded answer that are not there or are something else, as `data.field: wanted`. */
export const differences = (output: z.ZodType, wanted: Wanted) =>
  Object.entries(wanted)
    .filter(([path, type]) => {
      const isList = path.endsWith('[]')
      const declared = declaredAt(output, isList ? path.slice(0, -2) : path)
      return !agree(declared, isList ? 'array' : type)
    })
    .map(([path, type]) => `${path}: ${type}`)
