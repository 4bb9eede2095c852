import { inLanguage, type Language } from '../lib/language.ts'
import type { TableKind } from './schema.ts'

const readEn = {
  unknown: (address: string) =>
    `“${address}” is no database this program reads: postgres://…, mysql://…, mariadb://…, or a SQLite file. In a user name and a password, write / as %2F, # as %23, ? as %3F and % as %25.`,
  noFile: (file: string) => `There is no file ${file}.`,
  noDatabase: 'The address names no database; add its name, or give --schema.',
  noDriver: (name: string, why: string) => `The driver “${name}” cannot be loaded: ${why}`,
  failed: (address: string, why: string) => `${address}: ${why}`,
  late: (address: string, minutes: number) =>
    `${address}: the structure was not read within ${minutes} minutes. A transaction that changes tables and is not committed can hold it up. Try again later.`,
  oldNode: (version: string) => `SQLite files need Node.js 22 or newer; this is ${version}.`,
  noSchema: (names: string) => `There is no schema ${names}.`,
  summary: (name: string, tables: number, views: number) => `Database ${name}: ${tables} tables, ${views} views`,
}

const readZh: typeof readEn = {
  unknown: (address) =>
    `无法识别数据库地址“${address}”，支持 postgres://…、mysql://…、mariadb://… 或 SQLite 文件。用户名和密码中的 /、#、?、% 请写作 %2F、%23、%3F、%25。`,
  noFile: (file) => `文件 ${file} 不存在。`,
  noDatabase: '地址中没有数据库名，请补上，或使用 --schema 指定。',
  noDriver: (name, why) => `无法加载驱动“${name}”：${why}`,
  failed: (address, why) => `${address}：${why}`,
  late: (address, minutes) => `${address}：${minutes} 分钟内未能读完结构，可能有修改表结构的事务尚未提交，请稍后重试。`,
  oldNode: (version) => `读取 SQLite 需要 Node.js 22 或以上版本，当前为 ${version}。`,
  noSchema: (names) => `没有名为 ${names} 的 schema。`,
  summary: (name, tables, views) => `数据库 ${name}：${tables} 张表，${views} 个视图`,
}

export const readWords = (language: Language) => inLanguage({ en: readEn, zh: readZh }, language)

const en = {
  overview: 'Database overview',
  intro: (name: string) => `The structure of the database **${name}**, read from the database itself. Changes made here are overwritten.`,
  kinds: {
    table: 'Table',
    view: 'View',
    materialized: 'Materialized view',
    partitioned: 'Partitioned table',
    foreign: 'Foreign table',
    virtual: 'Virtual table',
  } satisfies Record<TableKind, string>,
  tables: 'Tables',
  views: 'Views',
  enums: 'Enumerations',
  name: 'Name',
  columnCount: 'Columns',
  description: 'Description',
  values: 'Values',
  column: 'Column',
  type: 'Type',
  nullable: 'Null',
  key: 'Key',
  default: 'Default',
  primary: 'primary',
  unique: 'unique',
  index: 'index',
  foreign: 'foreign',
  yes: 'yes',
  no: 'no',
  counted: 'next number',
  computed: 'computed',
  indexes: 'Indexes',
  columns: 'Columns',
  isUnique: 'Unique',
  method: 'Method',
  where: 'Condition',
  foreignKeys: 'Foreign keys',
  leadsTo: 'Leads to',
  onDelete: 'On delete',
  onUpdate: 'On update',
  referencedBy: 'Referenced by',
  table: 'Table',
  checks: 'Checks',
  rule: 'Rule',
  partitionedBy: 'Partitioned by',
  query: 'Query',
  definition: 'Definition',
  none: 'No tables.',
}

export type DictionaryWords = typeof en

const zh: DictionaryWords = {
  overview: '数据库总览',
  intro: (name) => `数据库 **${name}** 的结构，由数据库直接生成。在此处所做的修改会被覆盖。`,
  kinds: { table: '表', view: '视图', materialized: '物化视图', partitioned: '分区表', foreign: '外部表', virtual: '虚拟表' },
  tables: '表',
  views: '视图',
  enums: '枚举类型',
  name: '名称',
  columnCount: '字段数',
  description: '说明',
  values: '取值',
  column: '字段',
  type: '类型',
  nullable: '可空',
  key: '键',
  default: '默认值',
  primary: '主键',
  unique: '唯一',
  index: '索引',
  foreign: '外键',
  yes: '是',
  no: '否',
  counted: '自增',
  computed: '计算列',
  indexes: '索引',
  columns: '字段',
  isUnique: '唯一',
  method: '方式',
  where: '条件',
  foreignKeys: '外键',
  leadsTo: '指向',
  onDelete: '删除时',
  onUpdate: '更新时',
  referencedBy: '被引用',
  table: '表',
  checks: '约束',
  rule: '规则',
  partitionedBy: '分区方式',
  query: '查询语句',
  definition: '定义',
  none: '没有数据表。',
}

export const dictionaryWords = (language: Language): DictionaryWords => inLanguage({ en, zh }, language)
export const overviewTitles = { en: en.overview, zh: zh.overview }
