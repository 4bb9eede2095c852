import type { ChangeClass } from '../rules.ts'

/*
 * The class of a change of a database. breaking: a program that reads or writes as before can fail. risky: the structure does not say
 * whether it can. Programs write rows, so what a table demands may only become less; they read rows, so what it gives may not go.
 */
const classes = {
  'table.gone': 'breaking',
  'table.renamed': 'breaking',
  'table.kind': 'risky',
  'table.new': 'safe',
  'table.definition': 'risky',
  'table.partition': 'risky',

  'column.gone': 'breaking',
  'column.renamed': 'breaking',
  'column.new-required': 'breaking',
  'column.new': 'safe',
  'column.type-narrower': 'breaking',
  'column.type-other': 'breaking',
  'column.type-wider': 'safe',
  'column.required': 'breaking',
  'column.required-default': 'risky',
  'column.nullable': 'safe',
  'column.default': 'risky',
  'column.default-gone': 'risky',
  'column.default-gone-required': 'breaking',
  'column.default-new': 'safe',
  'column.computed': 'risky',

  'key.primary': 'risky',
  'key.new': 'risky',
  'key.changed': 'risky',
  'key.gone': 'safe',
  'index.unique': 'risky',
  'index.unique-gone': 'risky',
  'index.new': 'safe',
  'index.changed': 'safe',
  'index.gone': 'safe',
  'check.new': 'risky',
  'check.changed': 'risky',
  'check.gone': 'safe',
  'trigger.new': 'risky',
  'trigger.changed': 'risky',
  'trigger.gone': 'risky',
  'enum.gone': 'breaking',
  'enum.value-gone': 'breaking',
  'enum.value-new': 'risky',
  'enum.new': 'safe',

  'comment.table': 'words',
  'comment.column': 'words',
} as const satisfies Record<string, ChangeClass>

export type TableRule = keyof typeof classes

export const tableRules = Object.keys(classes) as TableRule[]

export const classOfRule = (rule: TableRule): ChangeClass => classes[rule]

export const isTableRule = (rule: string): rule is TableRule => Object.hasOwn(classes, rule)
