import type { Change } from '../changes.ts'
import type { Rule } from '../rules.ts'
import type { Place } from './place.ts'

/** The facts of a sentence: the field, parameter or part that changed, and its values. */
export interface ChangeFacts {
  subject: string
  before: string
  after: string
}

export interface ChangeWords {
  rules: Record<Rule, (facts: ChangeFacts) => string>
  subject: (place: Place) => string
  /** The part itself. */
  whole: Record<Change['kind'], string>
  colon: string
}

const code = (text: string) => `\`${text}\``

const parameters = { path: 'path parameter', query: 'query parameter', header: 'header', cookie: 'cookie' }

const statusOf = (status: string) => (status === 'default' ? 'the default response' : `response ${status.toUpperCase()}`)

function subject(place: Place): string {
  if (place.kind === 'parameter') return `${parameters[place.place]} ${code(place.path)}`
  if (place.kind === 'responseHeader') return `header ${code(place.path)} of ${statusOf(place.status)}`
  if (place.kind === 'field') return code(place.path)
  if (place.kind === 'callback')
    return place.inner ? `callback ${code(place.name)}: ${subject(place.inner)}` : `callback ${code(place.name)}`
  const media = place.media ? ` (${place.media})` : ''
  if (place.kind === 'body') return place.path ? code(place.path) + media : `the request body${media}`
  return place.path ? `${code(place.path)} of ${statusOf(place.status)}${media}` : statusOf(place.status) + media
}

type Text = (facts: ChangeFacts) => string

/** A text or a value that was set, changed or removed. */
const changed =
  (what: string): Text =>
  ({ subject: at, before, after }) => {
    if (before === '') return `${at}: ${what} set to “${after}”`
    return after === '' ? `${at}: ${what} “${before}” removed` : `${at}: ${what} changed from “${before}” to “${after}”`
  }

/** As `changed`; the text of the part itself needs no subject. */
const text =
  (what: string): Text =>
  (facts) =>
    changed(what)(facts).replace(`\`${what}\`: `, '')

const from = ({ before, after }: ChangeFacts) => (before === '' ? `to ${after}` : `from ${before} to ${after || 'none'}`)

const says =
  (text: string): Text =>
  ({ subject: at }) =>
    `${at} ${text}`

const type: Record<'narrower' | 'wider' | 'other', Text> = {
  narrower: (facts) => `${facts.subject}: type narrowed ${from(facts)}`,
  wider: (facts) => `${facts.subject}: type widened ${from(facts)}`,
  other: (facts) => `${facts.subject}: type changed ${from(facts)}`,
}
const format: typeof type = {
  narrower: (facts) => `${facts.subject}: format narrowed ${from(facts)}`,
  wider: (facts) => `${facts.subject}: format widened ${from(facts)}`,
  other: (facts) => `${facts.subject}: format changed ${from(facts)}`,
}
const constant: typeof type = {
  narrower: ({ subject: at, after }) => `${at} is now always “${after}”`,
  wider: ({ subject: at, before }) => `${at} is no longer always “${before}”`,
  other: ({ subject: at, before, after }) => `${at} is now always “${after}” instead of “${before}”`,
}
const bound =
  (what: string): Text =>
  (facts) =>
    `${facts.subject}: limit ${what} ${from(facts)}`
const valueGone: Text = ({ subject: at, before }) => `${at}: values removed: ${before}`
const valueNew: Text = ({ subject: at, after }) => `${at}: values added: ${after}`
const listFirst: Text = ({ subject: at, after }) => `${at} is now limited to the values ${after}`
const listDropped: Text = ({ subject: at }) => `${at} is no longer limited to a list of values`
const patternFirst: Text = ({ subject: at, after }) => `${at} must now match ${after}`
const patternGone: Text = ({ subject: at, before }) => `${at} no longer has to match ${before}`
const patternChanged: Text = (facts) => `${facts.subject}: pattern changed ${from(facts)}`
const branchGone: Text = ({ subject: at, before }) => `${at}: alternative ${code(before)} removed`
const branchNew: Text = ({ subject: at, after }) => `${at}: alternative ${code(after)} added`
const conditionNew: Text = ({ subject: at, after }) => `${at}: condition ${code(after)} added`
const conditionGone: Text = ({ subject: at, before }) => `${at}: condition ${code(before)} removed`
const conditionChanged: Text = ({ subject: at, after }) => `${at}: condition ${code(after)} changed`
const closed = says('no longer allows further fields')
const opened = says('now allows further fields')
const fieldNew = says('added')
const fieldGone = says('removed')
const became = (what: string) => says(`became ${what}`)
const unique = says('no longer allows repeated entries')
const notUnique = says('now allows repeated entries')
const notReadOnly = says('is no longer read-only')
const notWriteOnly = says('is no longer write-only')

const mediaGone: Text = ({ subject: at, before }) => `${at}: content type ${before} removed`
const mediaNew: Text = ({ subject: at, after }) => `${at}: content type ${after} added`

export const english: ChangeWords = {
  colon: ': ',
  subject,
  whole: { introduction: 'the API', operation: 'the operation', webhook: 'the webhook', schema: 'the schema' },
  rules: {
    'operation.gone': () => 'operation removed',
    'operation.gone-deprecated': () => 'deprecated operation removed',
    'operation.address': ({ before }) => `address changed, it was ${before}`,
    'operation.method': ({ before, after }) => `method changed from ${before} to ${after}`,
    'operation.id': (facts) => `operationId changed ${from(facts)}`,
    'operation.server': (facts) => `server changed ${from(facts)}`,
    'operation.new': () => 'operation added',
    'operation.deprecated': ({ after }) => (after ? `operation deprecated, it ends on ${after}` : 'operation deprecated'),
    'operation.restored': () => 'operation no longer deprecated',
    'operation.sunset': (facts) => `end of the operation changed ${from(facts)}`,
    'operation.sunset-earlier': (facts) => `end of the operation set earlier, ${from(facts)}`,
    'webhook.gone': () => 'webhook removed',
    'webhook.new': () => 'webhook added',
    'callback.gone': fieldGone,
    'callback.new': fieldNew,
    'security.required': ({ after }) => `authorization became required: ${after}`,
    'security.alternative-gone': ({ before }) => `authorization with ${before} no longer accepted`,
    'security.scope-more': ({ before, after }) => `authorization needs more scopes: ${after} instead of ${before}`,
    'security.scheme': (facts) => `${facts.subject}: details of the authorization changed ${from(facts)}`,
    'security.alternative-new': ({ after }) => `authorization with ${after} also accepted`,
    'security.scope-less': ({ before, after }) => `authorization needs fewer scopes: ${after} instead of ${before}`,
    'security.optional': () => 'authorization no longer required',
    'parameter.new-required': says('added as required'),
    'parameter.required': became('required'),
    'parameter.place': ({ subject: at, before }) => `${at} moved here from ${before}`,
    'parameter.default': changed('default'),
    'parameter.default-first': changed('default'),
    'parameter.gone': fieldGone,
    'parameter.style': (facts) => `${facts.subject} is written in another form: ${from(facts)}`,
    'parameter.new': fieldNew,
    'parameter.optional': became('optional'),
    'parameter.renamed': ({ subject: at, before }) => `${at} renamed, it was ${code(before)}`,
    'parameter.deprecated': says('deprecated'),
    'parameter.restored': says('no longer deprecated'),
    'body.new-required': says('added as required'),
    'body.required': became('required'),
    'body.gone': fieldGone,
    'body.media-gone': mediaGone,
    'body.encoding': says('is encoded in another form'),
    'body.new': fieldNew,
    'body.optional': became('optional'),
    'body.media-new': mediaNew,
    'response.status-gone': fieldGone,
    'response.error-gone': fieldGone,
    'response.status-new': fieldNew,
    'response.media-gone': mediaGone,
    'response.media-new': mediaNew,
    'response.header-gone': fieldGone,
    'response.header-gone-optional': fieldGone,
    'response.header-optional': became('optional'),
    'response.header-style': (facts) => `${facts.subject} is written in another form: ${from(facts)}`,
    'response.header-new': fieldNew,
    'response.header-required': became('required'),
    'response.link': (facts) => `${facts.subject}: links changed ${from(facts)}`,
    'request.field-new-required': says('added as required'),
    'request.field-required': became('required'),
    'request.field-gone': fieldGone,
    'request.field-new': fieldNew,
    'request.field-optional': became('optional'),
    'response.field-gone': fieldGone,
    'response.field-optional': became('optional'),
    'response.field-gone-optional': fieldGone,
    'response.field-new': fieldNew,
    'response.field-required': became('required'),
    'field.deprecated': says('deprecated'),
    'field.restored': says('no longer deprecated'),
    'request.read-only': became('read-only'),
    'request.not-read-only-required': says('is no longer read-only and is required in requests'),
    'request.not-read-only': notReadOnly,
    'request.write-only': became('write-only'),
    'request.not-write-only': notWriteOnly,
    'response.write-only-required': became('write-only'),
    'response.write-only': became('write-only'),
    'response.not-write-only': notWriteOnly,
    'response.read-only': became('read-only'),
    'response.not-read-only': notReadOnly,
    'request.default': changed('default'),
    'request.default-first': changed('default'),
    'response.default': changed('default'),
    'request.not-nullable': says('can no longer be null'),
    'request.nullable': says('can now be null'),
    'response.nullable': says('can now be null'),
    'response.not-nullable': says('can no longer be null'),
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
    'request.bound-tighter': bound('tightened'),
    'request.bound-first': ({ subject: at, after }) => `${at}: limit added: ${after}`,
    'request.bound-looser': bound('relaxed'),
    'response.bound-looser': bound('relaxed'),
    'response.bound-tighter': bound('tightened'),
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
    'schema.detail': (facts) => `${facts.subject}: ${facts.before || 'none'} became ${facts.after || 'none'}`,
    'schema.reference': (facts) => `${facts.subject}: reference changed ${from(facts)}`,
    'words.title': text('title'),
    'words.summary': text('summary'),
    'words.description': ({ subject: at }) => (at === '`description`' ? 'description changed' : `${at}: description changed`),
    'words.example': ({ subject: at }) => `${at}: example changed`,
    'words.tags': (facts) => `tags changed ${from(facts)}`,
    'words.docs': (facts) => `link to more documentation changed ${from(facts)}`,
    'words.info': (facts) => `${facts.subject} changed ${from(facts)}`,
  },
}
