import { inLanguage, type Language } from '@sheaf/contract/languages'
import type { TableRule } from '../rules.ts'

/** A difference of an instance: what it has at a place instead of what the main one has. */
export interface Difference {
  instance: string
  rule: TableRule
  path: string
  /** Of the main instance, and of this one; both '' where that is not facts. */
  before: string
  after: string
}

interface ChangeFacts extends Difference {
  /** The place, in code marks. */
  at: string
}

const none = ({ before, after }: ChangeFacts) => before === '' && after === ''
const en = {
  lacks: (what: string) => (facts: ChangeFacts) => `${facts.instance} has no ${what} ${facts.at}`,
  more: (what: string) => (facts: ChangeFacts) =>
    `${facts.instance} also has the ${what} ${facts.at}${facts.after === '' ? '' : ` (${facts.after})`}`,
  other: (what: string) => (facts: ChangeFacts) =>
    none(facts)
      ? `${facts.instance} has another ${what}${facts.at === '' ? '' : ` at ${facts.at}`}`
      : `${what}${facts.at === '' ? '' : ` of ${facts.at}`} in ${facts.instance} is ${facts.after || 'none'} instead of ${facts.before || 'none'}`,
}
const zh: typeof en = {
  lacks: (what) => (facts) => `${facts.instance} 没有${what} ${facts.at}`,
  more: (what) => (facts) => `${facts.instance} 多出${what} ${facts.at}${facts.after === '' ? '' : `（${facts.after}）`}`,
  other: (what) => (facts) =>
    none(facts)
      ? `${facts.instance} 的${what}不同${facts.at === '' ? '' : `：${facts.at}`}`
      : `${facts.instance} 中${facts.at === '' ? '' : ` ${facts.at} 的`}${what}为 ${facts.after || '无'}，而不是 ${facts.before || '无'}`,
}

type Form = keyof typeof en

/** The form of the sentence about a rule, and what it is about in both languages. */
const forms: Partial<Record<TableRule, [form: Form, en: string, zh: string]>> = {
  'table.kind': ['other', 'kind', '类别'],
  'table.definition': ['other', 'query', '查询语句'],
  'table.partition': ['other', 'partition key', '分区方式'],
  'column.gone': ['lacks', 'column', '字段'],
  'column.new-required': ['more', 'column', '字段'],
  'column.new': ['more', 'column', '字段'],
  'column.type-narrower': ['other', 'type', '类型'],
  'column.type-other': ['other', 'type', '类型'],
  'column.type-wider': ['other', 'type', '类型'],
  'column.default': ['other', 'default', '默认值'],
  'column.default-gone': ['other', 'default', '默认值'],
  'column.default-gone-required': ['other', 'default', '默认值'],
  'column.default-new': ['other', 'default', '默认值'],
  'column.computed': ['other', 'computation', '计算方式'],
  'key.primary': ['other', 'primary key', '主键'],
  'key.new': ['more', 'foreign', '外'],
  'key.changed': ['other', 'target', '指向'],
  'key.gone': ['lacks', 'foreign', '外'],
  'index.unique': ['other', 'form', '形式'],
  'index.unique-gone': ['other', 'form', '形式'],
  'index.new': ['more', '', ''],
  'index.changed': ['other', 'form', '形式'],
  'index.gone': ['lacks', '', ''],
  'check.new': ['more', 'check', '约束'],
  'check.changed': ['other', 'condition', '条件'],
  'check.gone': ['lacks', 'check', '约束'],
  'trigger.new': ['more', 'trigger', '触发器'],
  'trigger.changed': ['other', 'definition', '定义'],
  'trigger.gone': ['lacks', 'trigger', '触发器'],
  'enum.gone': ['lacks', 'enumeration', '枚举类型'],
  'enum.new': ['more', 'enumeration', '枚举类型'],
}

/** Differences whose sentences have a form of their own. */
const own: Partial<Record<TableRule, [en: (facts: ChangeFacts) => string, zh: (facts: ChangeFacts) => string]>> = {
  'table.gone': [(facts) => `${facts.instance} does not have this table`, (facts) => `${facts.instance} 没有这张表`],
  'table.new': [(facts) => `${facts.instance} also has this table`, (facts) => `${facts.instance} 多出这张表`],
  'table.renamed': [
    ({ instance, after }) => `this table is called \`${after}\` in ${instance}`,
    ({ instance, after }) => `这张表在 ${instance} 中名为 \`${after}\``,
  ],
  'column.renamed': [
    ({ instance, before, after }) => `the column \`${before}\` is called \`${after}\` in ${instance}`,
    ({ instance, before, after }) => `字段 \`${before}\` 在 ${instance} 中名为 \`${after}\``,
  ],
  'column.required': [
    ({ instance, at }) => `${at} must not be empty in ${instance}`,
    ({ instance, at }) => `${at} 在 ${instance} 中不可为空`,
  ],
  'column.required-default': [
    ({ instance, at }) => `${at} must not be empty in ${instance}`,
    ({ instance, at }) => `${at} 在 ${instance} 中不可为空`,
  ],
  'column.nullable': [({ instance, at }) => `${at} may be empty in ${instance}`, ({ instance, at }) => `${at} 在 ${instance} 中可为空`],
  'enum.value-gone': [
    ({ instance, at, before }) => `the enumeration ${at} lacks values in ${instance}: ${before}`,
    ({ instance, at, before }) => `枚举类型 ${at} 在 ${instance} 中缺少取值：${before}`,
  ],
  'enum.value-new': [
    ({ instance, at, after }) => `the enumeration ${at} has more values in ${instance}: ${after}`,
    ({ instance, at, after }) => `枚举类型 ${at} 在 ${instance} 中多出取值：${after}`,
  ],
}

const places = { en: { index: 'index', key: 'key' }, zh: { index: '索引', key: '键' } }

/** The sentence about a difference: “production has no column `hold_until`”. */
export function differenceText(difference: Difference, language: Language): string {
  const { path, rule } = difference
  const names = inLanguage(places, language)
  const [, of, name = ''] = /^(index|key):(.*)$/s.exec(path) ?? []
  const at = of === 'index' || of === 'key' ? `${names[of]} \`${name}\`` : path === '' ? '' : `\`${path}\``
  // The definition of a trigger is long, and can name other tables.
  const facts = { ...difference, at, ...(rule.startsWith('trigger.') ? { before: '', after: '' } : {}) }
  const write = own[rule] && inLanguage({ en: own[rule][0], zh: own[rule][1] }, language)
  if (write) return write(facts)
  const [form, english, chinese] = forms[rule] ?? ['other', 'structure', '结构']
  const text = inLanguage({ en, zh }, language)[form](inLanguage({ en: english, zh: chinese }, language))(facts)
  return text.replace(/ {2,}/g, ' ').trim()
}
