import { inLanguage, type Language } from '@sheaf/contract/languages'
import type { TableRule } from './rules.ts'

interface ChangeFacts {
  /** The place, in code marks: a column, an index, a key. */
  at: string
  before: string
  after: string
}

type Sentences = Record<TableRule, (facts: ChangeFacts) => string>

const fromTo = ({ before, after }: ChangeFacts) =>
  before === '' ? `to ${after}` : after === '' ? `from ${before}` : `from ${before} to ${after}`
const quoted = ({ before, after }: ChangeFacts, what: string) =>
  before === ''
    ? `${what} set to “${after}”`
    : after === ''
      ? `${what} “${before}” removed`
      : `${what} changed from “${before}” to “${after}”`

/** The target of a key is left out for readers who do not see it. */
const named = (what: string, value: string) => (value === '' ? what : `${what}: ${value}`)
const namedZh = (what: string, value: string) => (value === '' ? what : `${what}：${value}`)

const en: Sentences = {
  'table.gone': () => 'removed',
  'table.renamed': ({ before }) => `renamed from \`${before}\``,
  'table.kind': (facts) => `kind changed ${fromTo(facts)}`,
  'table.new': () => 'new',
  'table.definition': () => 'query changed',
  'table.partition': (facts) => `partition key changed ${fromTo(facts)}`,
  'column.gone': ({ at }) => `column ${at} removed`,
  'column.renamed': ({ at, before }) => `column \`${before}\` renamed to ${at}`,
  'column.new-required': ({ at, after }) => `column ${at} (${after}) added, which must not be empty and has no default`,
  'column.new': ({ at, after }) => `column ${at} (${after}) added`,
  'column.type-narrower': (facts) => `${facts.at}: type narrowed ${fromTo(facts)}`,
  'column.type-other': (facts) => `${facts.at}: type changed ${fromTo(facts)}`,
  'column.type-wider': (facts) => `${facts.at}: type widened ${fromTo(facts)}`,
  'column.required': ({ at }) => `${at} must no longer be empty and has no default`,
  'column.required-default': ({ at }) => `${at} must no longer be empty`,
  'column.nullable': ({ at }) => `${at} may be empty now`,
  'column.default': (facts) => `${facts.at}: default changed ${fromTo(facts)}`,
  'column.default-gone': ({ at, before }) => `${at}: default ${before} removed`,
  'column.default-gone-required': ({ at, before }) => `${at}: default ${before} removed, and it must not be empty`,
  'column.default-new': ({ at, after }) => `${at}: default ${after} added`,
  'column.computed': ({ at }) => `${at}: the database computes it differently`,
  'key.primary': (facts) => `primary key changed ${fromTo(facts)}`,
  'key.new': ({ after }) => named('foreign key added', after),
  'key.changed': (facts) => (facts.before + facts.after === '' ? 'foreign key changed' : `foreign key changed ${fromTo(facts)}`),
  'key.gone': ({ before }) => named('foreign key removed', before),
  'index.unique': ({ at, after }) => `${at} now makes rows unique: ${after}`,
  'index.unique-gone': ({ at, before }) => `${at} no longer makes rows unique: ${before}`,
  'index.new': ({ at, after }) => `${at} added: ${after}`,
  'index.changed': (facts) => `${facts.at} changed ${fromTo(facts)}`,
  'index.gone': ({ at, before }) => `${at} removed: ${before}`,
  'check.new': ({ at, after }) => named(`check ${at} added`, after),
  'check.changed': (facts) =>
    facts.before + facts.after === '' ? `check ${facts.at} changed` : `check ${facts.at} changed ${fromTo(facts)}`,
  'check.gone': ({ at, before }) => named(`check ${at} removed`, before),
  'trigger.new': ({ at }) => `trigger ${at} added`,
  'trigger.changed': ({ at }) => `trigger ${at} changed`,
  'trigger.gone': ({ at }) => `trigger ${at} removed`,
  'enum.gone': ({ at }) => `enumeration ${at} removed`,
  'enum.value-gone': ({ at, before }) => `enumeration ${at}: values removed: ${before}`,
  'enum.value-new': ({ at, after }) => `enumeration ${at}: values added: ${after}`,
  'enum.new': ({ at, after }) => `enumeration ${at} added: ${after}`,
  'comment.table': (facts) => quoted(facts, 'comment'),
  'comment.column': (facts) => `${facts.at}: ${quoted(facts, 'comment')}`,
}

const fromToZh = ({ before, after }: ChangeFacts) =>
  before === '' ? `改为 ${after}` : after === '' ? `不再是 ${before}` : `由 ${before} 改为 ${after}`
const quotedZh = ({ before, after }: ChangeFacts, what: string) =>
  before === '' ? `${what}设为“${after}”` : after === '' ? `${what}“${before}”已删除` : `${what}由“${before}”改为“${after}”`

const zh: Sentences = {
  'table.gone': () => '已删除',
  'table.renamed': ({ before }) => `由 \`${before}\` 更名而来`,
  'table.kind': (facts) => `类别${fromToZh(facts)}`,
  'table.new': () => '新增',
  'table.definition': () => '查询语句有变更',
  'table.partition': (facts) => `分区方式${fromToZh(facts)}`,
  'column.gone': ({ at }) => `删除字段 ${at}`,
  'column.renamed': ({ at, before }) => `字段 \`${before}\` 更名为 ${at}`,
  'column.new-required': ({ at, after }) => `新增字段 ${at}（${after}），不可为空且没有默认值`,
  'column.new': ({ at, after }) => `新增字段 ${at}（${after}）`,
  'column.type-narrower': (facts) => `${facts.at}：类型范围缩小，${fromToZh(facts)}`,
  'column.type-other': (facts) => `${facts.at}：类型${fromToZh(facts)}`,
  'column.type-wider': (facts) => `${facts.at}：类型范围扩大，${fromToZh(facts)}`,
  'column.required': ({ at }) => `${at} 不再可为空，且没有默认值`,
  'column.required-default': ({ at }) => `${at} 不再可为空`,
  'column.nullable': ({ at }) => `${at} 现在可为空`,
  'column.default': (facts) => `${facts.at}：默认值${fromToZh(facts)}`,
  'column.default-gone': ({ at, before }) => `${at}：删除默认值 ${before}`,
  'column.default-gone-required': ({ at, before }) => `${at}：删除默认值 ${before}，且不可为空`,
  'column.default-new': ({ at, after }) => `${at}：新增默认值 ${after}`,
  'column.computed': ({ at }) => `${at}：计算方式有变更`,
  'key.primary': (facts) => `主键${fromToZh(facts)}`,
  'key.new': ({ after }) => namedZh('新增外键', after),
  'key.changed': (facts) => (facts.before + facts.after === '' ? '外键有变更' : `外键${fromToZh(facts)}`),
  'key.gone': ({ before }) => namedZh('删除外键', before),
  'index.unique': ({ at, after }) => `${at} 现在要求唯一：${after}`,
  'index.unique-gone': ({ at, before }) => `${at} 不再要求唯一：${before}`,
  'index.new': ({ at, after }) => `新增 ${at}：${after}`,
  'index.changed': (facts) => `${facts.at}${fromToZh(facts)}`,
  'index.gone': ({ at, before }) => `删除 ${at}：${before}`,
  'check.new': ({ at, after }) => namedZh(`新增约束 ${at}`, after),
  'check.changed': (facts) => (facts.before + facts.after === '' ? `约束 ${facts.at} 有变更` : `约束 ${facts.at}${fromToZh(facts)}`),
  'check.gone': ({ at, before }) => namedZh(`删除约束 ${at}`, before),
  'trigger.new': ({ at }) => `新增触发器 ${at}`,
  'trigger.changed': ({ at }) => `触发器 ${at} 有变更`,
  'trigger.gone': ({ at }) => `删除触发器 ${at}`,
  'enum.gone': ({ at }) => `删除枚举类型 ${at}`,
  'enum.value-gone': ({ at, before }) => `枚举类型 ${at} 删除取值：${before}`,
  'enum.value-new': ({ at, after }) => `枚举类型 ${at} 新增取值：${after}`,
  'enum.new': ({ at, after }) => `新增枚举类型 ${at}：${after}`,
  'comment.table': (facts) => quotedZh(facts, '注释'),
  'comment.column': (facts) => `${facts.at}：${quotedZh(facts, '注释')}`,
}

const places = { en: { index: 'index', key: 'key' }, zh: { index: '索引', key: '键' } }

/** The sentence about a change of a table without the name of the table; the values are cut and in one line. */
export function tableSentence(rule: TableRule, facts: { path: string; before: string; after: string }, language: Language): string {
  const names = inLanguage(places, language)
  const [, of, name = ''] = /^(index|key):(.*)$/s.exec(facts.path) ?? []
  const at = of === 'index' || of === 'key' ? `${names[of]} \`${name}\`` : `\`${facts.path}\``
  return inLanguage({ en, zh }, language)[rule]({ ...facts, at })
}
