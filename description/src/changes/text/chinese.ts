import type { ChangeFacts, ChangeWords } from './english.ts'
import type { Place } from './place.ts'

const code = (text: string) => `\`${text}\``

const parameters = { path: '路径参数', query: '查询参数', header: '请求头', cookie: 'Cookie' }

const statusOf = (status: string) => (status === 'default' ? '默认响应' : `响应 ${status.toUpperCase()}`)

function subject(place: Place): string {
  if (place.kind === 'parameter') return `${parameters[place.place]} ${code(place.path)}`
  if (place.kind === 'responseHeader') return `${statusOf(place.status)} 的响应头 ${code(place.path)}`
  if (place.kind === 'field') return code(place.path)
  if (place.kind === 'callback') return place.inner ? `回调 ${code(place.name)}：${subject(place.inner)}` : `回调 ${code(place.name)}`
  const media = place.media ? `（${place.media}）` : ''
  if (place.kind === 'body') return place.path ? code(place.path) + media : `请求体${media}`
  return place.path ? `${statusOf(place.status)}${media} 的 ${code(place.path)}` : statusOf(place.status) + media
}

/** Chinese text follows Latin letters after a space, and other Chinese text without one. */
const spaced = (text: string) => (/[\p{Script=Han}）]$/u.test(text) ? text : `${text} `)

type Text = (facts: ChangeFacts) => string

const changed =
  (what: string): Text =>
  ({ subject: at, before, after }) => {
    if (before === '') return `${spaced(at)}的${what}设为“${after}”`
    return after === '' ? `${spaced(at)}的${what}“${before}”已移除` : `${spaced(at)}的${what}由“${before}”改为“${after}”`
  }

const text =
  (path: string, what: string): Text =>
  (facts) =>
    changed(what)(facts).replace(`\`${path}\` 的`, '')

const from = ({ before, after }: ChangeFacts) => (before === '' ? `设为 ${after}` : `由 ${before} 改为${after === '' ? '无' : ` ${after}`}`)

const says =
  (text: string): Text =>
  ({ subject: at }) =>
    spaced(at) + text

type Relations = Record<'narrower' | 'wider' | 'other', Text>

const type: Relations = {
  narrower: (facts) => `${spaced(facts.subject)}的类型范围缩小，${from(facts)}`,
  wider: (facts) => `${spaced(facts.subject)}的类型范围扩大，${from(facts)}`,
  other: (facts) => `${spaced(facts.subject)}的类型${from(facts)}`,
}
const format: Relations = {
  narrower: (facts) => `${spaced(facts.subject)}的格式范围缩小，${from(facts)}`,
  wider: (facts) => `${spaced(facts.subject)}的格式范围扩大，${from(facts)}`,
  other: (facts) => `${spaced(facts.subject)}的格式${from(facts)}`,
}
const constant: Relations = {
  narrower: ({ subject: at, after }) => `${spaced(at)}现在固定为“${after}”`,
  wider: ({ subject: at, before }) => `${spaced(at)}不再固定为“${before}”`,
  other: ({ subject: at, before, after }) => `${spaced(at)}的固定值由“${before}”改为“${after}”`,
}
const bound =
  (what: string): Text =>
  (facts) =>
    `${spaced(facts.subject)}的限制${what}，${from(facts)}`
const valueGone: Text = ({ subject: at, before }) => `${spaced(at)}移除了可选值：${before}`
const valueNew: Text = ({ subject: at, after }) => `${spaced(at)}新增了可选值：${after}`
const listFirst: Text = ({ subject: at, after }) => `${spaced(at)}现在只能取以下值：${after}`
const listDropped: Text = ({ subject: at }) => `${spaced(at)}不再限定可选值`
const patternFirst: Text = ({ subject: at, after }) => `${spaced(at)}现在须匹配 ${after}`
const patternGone: Text = ({ subject: at, before }) => `${spaced(at)}不再要求匹配 ${before}`
const patternChanged: Text = (facts) => `${spaced(facts.subject)}的匹配规则${from(facts)}`
const branchGone: Text = ({ subject: at, before }) => `${spaced(at)}移除了可选结构 ${code(before)}`
const branchNew: Text = ({ subject: at, after }) => `${spaced(at)}新增了可选结构 ${code(after)}`
const conditionNew: Text = ({ subject: at, after }) => `${spaced(at)}新增了条件 ${code(after)}`
const conditionGone: Text = ({ subject: at, before }) => `${spaced(at)}移除了条件 ${code(before)}`
const conditionChanged: Text = ({ subject: at, after }) => `${spaced(at)}的条件 ${code(after)} 有改动`
const closed = says('不再允许其他字段')
const opened = says('现在允许其他字段')
const added = says('已新增')
const addedRequired = says('已新增，且为必填')
const removed = says('已移除')
const required = says('变为必填')
const optional = says('变为可选')
const always = says('变为必定返回')
const sometimes = says('变为可能不返回')
const deprecated = says('已弃用')
const restored = says('已取消弃用')
const nullable = says('现在可以为 null')
const notNullable = says('不再可以为 null')
const unique = says('不再允许重复元素')
const notUnique = says('现在允许重复元素')
const readOnly = says('变为只读')
const notReadOnly = says('不再只读')
const writeOnly = says('变为只写')
const notWriteOnly = says('不再只写')
const style: Text = (facts) => `${spaced(facts.subject)}的书写方式${from(facts)}`

const mediaGone: Text = ({ subject: at, before }) => `${spaced(at)}不再支持内容类型 ${before}`
const mediaNew: Text = ({ subject: at, after }) => `${spaced(at)}新增内容类型 ${after}`

export const chinese: ChangeWords = {
  colon: '：',
  subject,
  whole: { introduction: '接口文档', operation: '接口', webhook: 'Webhook', schema: '该结构' },
  rules: {
    'operation.gone': () => '接口已移除',
    'operation.gone-deprecated': () => '已弃用的接口已移除',
    'operation.address': ({ before }) => `地址已变更，原为 ${before}`,
    'operation.method': ({ before, after }) => `请求方法由 ${before} 改为 ${after}`,
    'operation.id': (facts) => `operationId ${from(facts)}`,
    'operation.server': (facts) => `服务器地址${from(facts)}`,
    'operation.new': () => '新增接口',
    'operation.deprecated': ({ after }) => (after ? `接口已弃用，将于 ${after} 下线` : '接口已弃用'),
    'operation.restored': () => '接口已取消弃用',
    'operation.sunset': (facts) => `下线日期${from(facts)}`,
    'operation.sunset-earlier': (facts) => `下线日期提前，${from(facts)}`,
    'webhook.gone': () => 'Webhook 已移除',
    'webhook.new': () => '新增 Webhook',
    'callback.gone': removed,
    'callback.new': added,
    'security.required': ({ after }) => `现在须授权后访问：${after}`,
    'security.alternative-gone': ({ before }) => `不再接受授权方式 ${before}`,
    'security.scope-more': ({ before, after }) => `所需的授权范围增加，由 ${before} 改为 ${after}`,
    'security.scheme': (facts) => `授权方式 ${spaced(facts.subject)}的细节${from(facts)}`,
    'security.alternative-new': ({ after }) => `新增授权方式 ${after}`,
    'security.scope-less': ({ before, after }) => `所需的授权范围减少，由 ${before} 改为 ${after}`,
    'security.optional': () => '不再要求授权',
    'parameter.new-required': addedRequired,
    'parameter.required': required,
    'parameter.place': ({ subject: at, before }) => `${spaced(at)}的位置有变，原在 ${before}`,
    'parameter.default': changed('默认值'),
    'parameter.default-first': changed('默认值'),
    'parameter.gone': removed,
    'parameter.style': style,
    'parameter.new': added,
    'parameter.optional': optional,
    'parameter.renamed': ({ subject: at, before }) => `${spaced(at)}已改名，原名 ${code(before)}`,
    'parameter.deprecated': deprecated,
    'parameter.restored': restored,
    'body.new-required': addedRequired,
    'body.required': required,
    'body.gone': removed,
    'body.media-gone': mediaGone,
    'body.encoding': says('的编码方式有改动'),
    'body.new': added,
    'body.optional': optional,
    'body.media-new': mediaNew,
    'response.status-gone': removed,
    'response.error-gone': removed,
    'response.status-new': added,
    'response.media-gone': mediaGone,
    'response.media-new': mediaNew,
    'response.header-gone': removed,
    'response.header-gone-optional': removed,
    'response.header-optional': sometimes,
    'response.header-style': style,
    'response.header-new': added,
    'response.header-required': always,
    'response.link': (facts) => `${spaced(facts.subject)}的关联接口${from(facts)}`,
    'request.field-new-required': addedRequired,
    'request.field-required': required,
    'request.field-gone': removed,
    'request.field-new': added,
    'request.field-optional': optional,
    'response.field-gone': removed,
    'response.field-optional': sometimes,
    'response.field-gone-optional': removed,
    'response.field-new': added,
    'response.field-required': always,
    'field.deprecated': deprecated,
    'field.restored': restored,
    'request.read-only': readOnly,
    'request.not-read-only-required': says('不再只读，且在请求中为必填'),
    'request.not-read-only': notReadOnly,
    'request.write-only': writeOnly,
    'request.not-write-only': notWriteOnly,
    'response.write-only-required': writeOnly,
    'response.write-only': writeOnly,
    'response.not-write-only': notWriteOnly,
    'response.read-only': readOnly,
    'response.not-read-only': notReadOnly,
    'request.default': changed('默认值'),
    'request.default-first': changed('默认值'),
    'response.default': changed('默认值'),
    'request.not-nullable': notNullable,
    'request.nullable': nullable,
    'response.nullable': nullable,
    'response.not-nullable': notNullable,
    'request.type-narrower': type.narrower,
    'request.type-wider': type.wider,
    'request.type-other': type.other,
    'response.type-narrower': type.narrower,
    'response.type-wider': type.wider,
    'response.type-other': type.other,
    'request.format-narrower': format.narrower,
    'request.format-wider': format.wider,
    'request.format-other': format.other,
    'response.format-narrower': format.narrower,
    'response.format-wider': format.wider,
    'response.format-other': format.other,
    'request.const-narrower': constant.narrower,
    'request.const-wider': constant.wider,
    'request.const-other': constant.other,
    'response.const-narrower': constant.narrower,
    'response.const-wider': constant.wider,
    'response.const-other': constant.other,
    'request.enum-gone': valueGone,
    'request.enum-first': listFirst,
    'request.enum-new': valueNew,
    'request.enum-dropped': listDropped,
    'response.enum-new': valueNew,
    'response.enum-new-open': valueNew,
    'response.enum-dropped': listDropped,
    'response.enum-gone': valueGone,
    'response.enum-first': listFirst,
    'request.bound-tighter': bound('收紧'),
    'request.bound-first': ({ subject: at, after }) => `${spaced(at)}新增限制：${after}`,
    'request.bound-looser': bound('放宽'),
    'response.bound-looser': bound('放宽'),
    'response.bound-tighter': bound('收紧'),
    'request.pattern-first': patternFirst,
    'request.pattern-changed': patternChanged,
    'request.pattern-gone': patternGone,
    'response.pattern-gone': patternGone,
    'response.pattern-changed': patternChanged,
    'response.pattern-first': patternFirst,
    'request.unique': unique,
    'request.not-unique': notUnique,
    'response.not-unique': notUnique,
    'response.unique': unique,
    'request.branch-gone': branchGone,
    'request.branch-new': branchNew,
    'response.branch-new': branchNew,
    'response.branch-gone': branchGone,
    'request.condition-new': conditionNew,
    'request.condition-gone': conditionGone,
    'response.condition-gone': conditionGone,
    'response.condition-new': conditionNew,
    'request.condition-changed': conditionChanged,
    'response.condition-changed': conditionChanged,
    'request.closed': closed,
    'request.opened': opened,
    'response.opened': opened,
    'response.closed': closed,
    'schema.detail': (facts) => `${spaced(facts.subject)}${from(facts)}`,
    'schema.reference': (facts) => `${spaced(facts.subject)}的引用${from(facts)}`,
    'words.title': text('title', '标题'),
    'words.summary': text('summary', '摘要'),
    'words.description': ({ subject: at }) => (at === '`description`' ? '说明有改动' : `${spaced(at)}的说明有改动`),
    'words.example': ({ subject: at }) => `${spaced(at)}的示例有改动`,
    'words.tags': (facts) => `标签${from(facts)}`,
    'words.docs': (facts) => `更多文档的链接${from(facts)}`,
    'words.info': (facts) => `${spaced(facts.subject)}${from(facts)}`,
  },
}
