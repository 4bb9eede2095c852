import { labelOf } from '../postman/shape.ts'

/** A part of a path that is another one for each thing: a number, a UUID, a long id of letters and digits. */
const ID =
  /^(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=[\w-]*\d)[\da-f]{16,}|(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z\d]{20,})$/i

export interface Template {
  /** `/users/{user_id}/orders/{id}` */
  path: string
  values: { name: string; value: string }[]
}

/** Names an id by what it is an id of: `orders/7` has an `order_id`. */
function nameOf(before: string, taken: Set<string>): string {
  const noun = labelOf(before)
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/ies$/i, 'y')
    .replace(/s$/i, '')
    .toLowerCase()
  const wished = noun && !/^v\d+$/.test(noun) ? `${noun}_id` : 'id'
  for (let n = 1; ; n++) {
    const name = n === 1 ? wished : `${wished}_${n}`
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** A path with names where ids stood, so that calls for different things are one call. */
export function templateOf(path: string): Template {
  const values: Template['values'] = []
  const taken = new Set<string>()
  let before = ''
  const parts = path.split('/').map((part) => {
    const isId = ID.test(part)
    const shown = isId ? nameOf(before, taken) : part
    if (isId) values.push({ name: shown, value: part })
    else before = part
    return isId ? `{${shown}}` : part
  })
  return { path: parts.join('/'), values }
}
