/**
 * The class of a change. breaking: a program that followed the old description can fail under the new one. risky: the description does
 * not say whether it can. safe: it cannot. words: only texts and examples changed.
 */
export type ChangeClass = 'breaking' | 'risky' | 'safe' | 'words'

/*
 * Every rule with its class. `request` is what a caller sends and `response` what it receives; a webhook and a callback are read the
 * other way round, since the API sends the request. Requests may only accept more, responses only give less.
 */
const classes = {
  'operation.gone': 'breaking',
  'operation.address': 'breaking',
  'operation.method': 'breaking',
  'operation.gone-deprecated': 'risky',
  'operation.id': 'risky',
  'operation.server': 'risky',
  'operation.sunset-earlier': 'risky',
  'operation.new': 'safe',
  'operation.deprecated': 'safe',
  'operation.restored': 'safe',
  'operation.sunset': 'safe',
  'webhook.gone': 'breaking',
  'webhook.new': 'safe',
  'callback.gone': 'breaking',
  'callback.new': 'safe',

  'security.required': 'breaking',
  'security.alternative-gone': 'breaking',
  'security.scope-more': 'breaking',
  'security.scheme': 'risky',
  'security.alternative-new': 'safe',
  'security.scope-less': 'safe',
  'security.optional': 'safe',

  'parameter.new-required': 'breaking',
  'parameter.required': 'breaking',
  'parameter.place': 'breaking',
  'parameter.default': 'breaking',
  'parameter.default-first': 'risky',
  'parameter.gone': 'risky',
  'parameter.style': 'risky',
  'parameter.new': 'safe',
  'parameter.optional': 'safe',
  'parameter.renamed': 'safe',
  'parameter.deprecated': 'safe',
  'parameter.restored': 'safe',

  'body.new-required': 'breaking',
  'body.required': 'breaking',
  'body.gone': 'breaking',
  'body.media-gone': 'breaking',
  'body.encoding': 'risky',
  'body.new': 'safe',
  'body.optional': 'safe',
  'body.media-new': 'safe',

  'response.status-gone': 'breaking',
  'response.error-gone': 'risky',
  'response.status-new': 'safe',
  'response.media-gone': 'breaking',
  'response.media-new': 'safe',
  'response.header-gone': 'breaking',
  'response.header-gone-optional': 'risky',
  'response.header-optional': 'breaking',
  'response.header-style': 'risky',
  'response.header-new': 'safe',
  'response.header-required': 'safe',
  'response.link': 'risky',

  'request.field-new-required': 'breaking',
  'request.field-required': 'breaking',
  'request.field-gone': 'risky',
  'request.field-new': 'safe',
  'request.field-optional': 'safe',
  'response.field-gone': 'breaking',
  'response.field-optional': 'breaking',
  'response.field-gone-optional': 'risky',
  'response.field-new': 'safe',
  'response.field-required': 'safe',
  'field.deprecated': 'safe',
  'field.restored': 'safe',

  'request.read-only': 'risky',
  'request.not-read-only-required': 'breaking',
  'request.not-read-only': 'safe',
  'request.write-only': 'safe',
  'request.not-write-only': 'safe',
  'response.write-only-required': 'breaking',
  'response.write-only': 'risky',
  'response.not-write-only': 'safe',
  'response.read-only': 'safe',
  'response.not-read-only': 'safe',

  'request.default': 'breaking',
  'request.default-first': 'risky',
  'response.default': 'safe',
  'request.not-nullable': 'breaking',
  'request.nullable': 'safe',
  'response.nullable': 'breaking',
  'response.not-nullable': 'safe',

  'request.type-narrower': 'breaking',
  'request.type-wider': 'safe',
  'request.type-other': 'breaking',
  'response.type-narrower': 'safe',
  'response.type-wider': 'breaking',
  'response.type-other': 'breaking',
  'request.format-narrower': 'breaking',
  'request.format-wider': 'safe',
  'request.format-other': 'breaking',
  'response.format-narrower': 'safe',
  'response.format-wider': 'breaking',
  'response.format-other': 'breaking',
  'request.const-narrower': 'breaking',
  'request.const-wider': 'safe',
  'request.const-other': 'breaking',
  'response.const-narrower': 'safe',
  'response.const-wider': 'breaking',
  'response.const-other': 'breaking',

  'request.enum-gone': 'breaking',
  'request.enum-first': 'breaking',
  'request.enum-new': 'safe',
  'request.enum-dropped': 'safe',
  'response.enum-new': 'risky',
  'response.enum-new-open': 'safe',
  'response.enum-dropped': 'risky',
  'response.enum-gone': 'safe',
  'response.enum-first': 'safe',

  'request.bound-tighter': 'breaking',
  'request.bound-first': 'risky',
  'request.bound-looser': 'safe',
  'response.bound-looser': 'breaking',
  'response.bound-tighter': 'safe',
  'request.pattern-first': 'risky',
  'request.pattern-changed': 'risky',
  'request.pattern-gone': 'safe',
  'response.pattern-gone': 'breaking',
  'response.pattern-changed': 'risky',
  'response.pattern-first': 'safe',
  'request.unique': 'breaking',
  'request.not-unique': 'safe',
  'response.not-unique': 'breaking',
  'response.unique': 'safe',

  'request.branch-gone': 'breaking',
  'request.branch-new': 'safe',
  'response.branch-new': 'breaking',
  'response.branch-gone': 'safe',
  'request.condition-new': 'breaking',
  'request.condition-gone': 'safe',
  'response.condition-gone': 'breaking',
  'response.condition-new': 'safe',
  'request.condition-changed': 'risky',
  'response.condition-changed': 'risky',
  'request.closed': 'breaking',
  'request.opened': 'safe',
  'response.opened': 'breaking',
  'response.closed': 'safe',
  'schema.detail': 'risky',
  'schema.reference': 'risky',

  'words.title': 'words',
  'words.summary': 'words',
  'words.description': 'words',
  'words.example': 'words',
  'words.tags': 'words',
  'words.docs': 'words',
  'words.info': 'words',
} as const satisfies Record<string, ChangeClass>

export type Rule = keyof typeof classes

export const rules = Object.keys(classes) as Rule[]

export const classOf = (rule: Rule): ChangeClass => classes[rule]

const severity: Record<ChangeClass, number> = { words: 0, safe: 1, risky: 2, breaking: 3 }

/** The lesser one of two classes. */
export const atMost = (one: ChangeClass, limit: ChangeClass): ChangeClass => (severity[one] > severity[limit] ? limit : one)

/** The rule with the most serious class; the first one of several. */
export const worst = (first: Rule, second: Rule): Rule => (severity[classOf(second)] > severity[classOf(first)] ? second : first)
