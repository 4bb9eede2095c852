import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'

/*
 * What a description says about a field in numbers and keywords: `1 to 100 entries`. It is stored without a language, because its readers
 * have several: decision 100.
 */

/** A note in Markdown, or a phrase with its values, which every language says in its own words. */
export type Note = string | readonly [phrase: Phrase, ...values: Note[]]

const styles = {
  csv: 'separated by commas',
  ssv: 'separated by spaces',
  tsv: 'separated by tabs',
  pipes: 'separated by `|`',
  multi: 'once per entry: `name=a&name=b`',
  deepObject: 'written `name[field]=value`',
  matrix: 'written `;name=value`',
  label: 'written `.value`',
  spaceDelimited: 'separated by spaces',
  pipeDelimited: 'separated by `|`',
  simple: 'separated by commas',
}

export const isStyle = (name: string): name is keyof typeof styles => Object.hasOwn(styles, name)

const en = {
  all: (...notes: string[]) => notes.join('; '),
  of: (name: string, note: string) => `${name}: ${note}`,
  required: () => 'Required',
  default: (value: string) => `Default ${value}`,
  always: (value: string) => `always ${value}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  atLeast: (from: string) => `at least ${from}`,
  atMost: (to: string) => `at most ${to}`,
  fewest: (from: string) => `at least ${from}`,
  most: (to: string) => `at most ${to}`,
  above: (from: string) => `more than ${from}`,
  below: (to: string) => `less than ${to}`,
  multiple: (of: string) => `a multiple of ${of}`,
  characters: (range: string) => `${range} characters`,
  entries: (range: string) => `${range} entries`,
  fields: (range: string) => `${range} fields`,
  pattern: (pattern: string) => `matches ${pattern}`,
  keyPattern: (pattern: string) => `names match ${pattern}`,
  unique: () => 'no entry twice',
  readOnly: () => 'only in responses',
  writeOnly: () => 'only in requests',
  noOthers: () => 'no other fields',
  eachEntry: (note: string) => `each entry: ${note}`,
  oneOf: (values: string) => `One of ${values}`,
  examples: (values: string) => `Examples: ${values}`,
  needs: (sets: string) => `needs one of: ${sets}`,
  tells: (name: string, pairs: string) => `${name} tells the form${pairs}`,
  see: (link: string) => `Fields: ${link}`,
  elsewhere: (ref: string) => `Described in ${ref}, which was not read`,
  nowhere: (ref: string) => `Its description ${ref} is missing`,
  tooDeep: () => 'Nested deeper than shown here',
  xml: (...terms: string[]) => `in XML: ${terms.join(', ')}`,
  attribute: () => 'attribute',
  wrapped: () => 'wrapped',
  style: (name: string) => (isStyle(name) ? styles[name] : ''),
  explode: () => 'once per entry',
  noExplode: () => 'separated by commas',
  allowEmpty: () => 'may be empty',
  allowReserved: () => 'reserved characters stay as they are',
}

type Words = typeof en
type Phrase = keyof Words

const stylesZh: typeof styles = {
  csv: '以逗号分隔',
  ssv: '以空格分隔',
  tsv: '以制表符分隔',
  pipes: '以 `|` 分隔',
  multi: '重复传参：`name=a&name=b`',
  deepObject: '写作 `name[field]=value`',
  matrix: '写作 `;name=value`',
  label: '写作 `.value`',
  spaceDelimited: '以空格分隔',
  pipeDelimited: '以 `|` 分隔',
  simple: '以逗号分隔',
}

const zh: Words = {
  all: (...notes) => notes.join('；'),
  of: (name, note) => `${name}：${note}`,
  required: () => '必填',
  default: (value) => `默认值 ${value}`,
  always: (value) => `固定为 ${value}`,
  between: (from, to) => `${from} 至 ${to}`,
  atLeast: (from) => `不小于 ${from}`,
  atMost: (to) => `不大于 ${to}`,
  fewest: (from) => `至少 ${from}`,
  most: (to) => `最多 ${to}`,
  above: (from) => `大于 ${from}`,
  below: (to) => `小于 ${to}`,
  multiple: (of) => `${of} 的倍数`,
  characters: (range) => `${range} 个字符`,
  entries: (range) => `${range} 个元素`,
  fields: (range) => `${range} 个字段`,
  pattern: (pattern) => `格式：${pattern}`,
  keyPattern: (pattern) => `字段名格式：${pattern}`,
  unique: () => '元素不重复',
  readOnly: () => '仅在返回中出现',
  writeOnly: () => '仅在请求中出现',
  noOthers: () => '不允许其他字段',
  eachEntry: (note) => `每个元素：${note}`,
  oneOf: (values) => `可选值：${values}`,
  examples: (values) => `示例：${values}`,
  needs: (sets) => `至少满足其一：${sets}`,
  tells: (name, pairs) => `${name} 用于区分类型${pairs}`,
  see: (link) => `字段见 ${link}`,
  elsewhere: (ref) => `定义位于 ${ref}，未读取`,
  nowhere: (ref) => `缺少定义 ${ref}`,
  tooDeep: () => '嵌套过深，此处不再展开',
  xml: (...terms) => `XML：${terms.join(', ')}`,
  attribute: () => '属性',
  wrapped: () => '带外层元素',
  style: (name) => (isStyle(name) ? stylesZh[name] : ''),
  explode: () => '每个元素重复传参',
  noExplode: () => '以逗号分隔',
  allowEmpty: () => '可为空',
  allowReserved: () => '保留字符不编码',
}

/** Phrases in phrases; a description nests them no deeper than its schemas. */
const DEPTH_MAX = 50

/** A note in a language. Texts, and notes that earlier releases stored, stay in the language of their source. */
export function noteText(note: Note, language: Language, depth = 0): string {
  if (typeof note === 'string') return note
  const t = inLanguage<Words>({ en, zh }, language)
  const [phrase, ...values] = note
  if (!Object.hasOwn(t, phrase) || depth > DEPTH_MAX) return ''
  const say = t[phrase] as (...values: string[]) => string
  return say(...values.map((value) => noteText(value, language, depth + 1)))
}

/** A note outside of a table: bars in its code have no backslash there. */
export const noteLine = (note: Note, language: Language): string => noteText(note, language).replaceAll('\\|', '|')
