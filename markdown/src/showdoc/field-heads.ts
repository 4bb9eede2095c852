const name =
  /^(参数|参数名|参数名称|字段|字段名|字段名称|名称|变量|变量名|属性|属性名|属性名称|键|键名|列名|name|field|field name|param|params|parameter|parameter name|property|prop|attribute|key|header|column)$/i
const type = /^(类型|数据类型|参数类型|字段类型|变量类型|type|data type|datatype|field type)$/i
const required =
  /^(required|is required|mandatory|必选|必填|必须|必需|是否必选|是否必填|是否必须|是否必需|是否必要|必传|是否必传|require|required\?)$/i
const description =
  /^(说明|描述|备注|含义|注释|解释|参数说明|字段说明|参数描述|字段描述|description|desc|meaning|remark|remarks|comment|comments|notes?|details)$/i
const yes = /^(是|true|y|yes|required|must|mandatory|必选|必填|必须|必需|必传|1|√|✓|✔|☑|✅|true\.?)$/i
const no = /^(否|false|n|no|optional|可选|选填|非必填|非必选|不必填|0|×|✗|✘|❌|-|—|)$/i

export interface FieldColumns {
  name: number
  type: number
  required: number
  description: number
  /** Every other column. */
  rest: number[]
}

/** Which column is which in a table of fields; undefined when the head does not look like one. */
export function fieldColumns(heads: string[]): FieldColumns | undefined {
  const clean = heads.map((head) => head.replace(/[*\s:：]+/g, ' ').trim())
  const find = (pattern: RegExp) => clean.findIndex((head) => pattern.test(head))
  const columns = { name: find(name), type: find(type), required: find(required), description: find(description) }
  // With a name and a type alone there is nothing to describe, and a column nobody wrote must not appear.
  if (columns.name < 0 || columns.type < 0 || heads.length < 3) return undefined
  const used = new Set(Object.values(columns))
  return { ...columns, rest: heads.map((_, index) => index).filter((index) => !used.has(index)) }
}

/** What a cell of the required column says; `other` is worth showing in its own words. */
export function requiredWord(cell: string): 'yes' | 'no' | 'other' {
  const word = cell.trim()
  if (yes.test(word)) return 'yes'
  return no.test(word) ? 'no' : 'other'
}

/** What is said of a required field, in the language of its table: 必选 under 是否必选, and “required” where no Chinese is. */
export function requiredLabel(head: string): string {
  const chinese = /必[选填须需传要]/.exec(head)?.[0]
  if (chinese) return chinese
  return /\p{Script=Han}/u.test(head) ? '必填' : 'required'
}
