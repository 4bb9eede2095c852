import type { Language } from '../lib/language.ts'

const readEn = {
  unknown: (address: string) => `“${address}” is no database this program reads: postgres://…, mysql://…, mariadb://…, or a SQLite file.`,
  noFile: (file: string) => `There is no file ${file}.`,
  noDatabase: 'The address names no database; add its name, or give --schema.',
  noDriver: (name: string, why: string) => `The driver “${name}” cannot be loaded: ${why}`,
  failed: (address: string, why: string) => `${address}: ${why}`,
  oldNode: (version: string) => `SQLite files need Node.js 22 or newer; this is ${version}.`,
  noSchema: (names: string) => `There is no schema ${names}.`,
  summary: (name: string, tables: number, views: number) => `Database ${name}: ${tables} tables, ${views} views`,
}

const readZh: typeof readEn = {
  unknown: (address) => `无法识别数据库地址“${address}”，支持 postgres://…、mysql://…、mariadb://… 或 SQLite 文件。`,
  noFile: (file) => `文件 ${file} 不存在。`,
  noDatabase: '地址中没有数据库名，请补上，或使用 --schema 指定。',
  noDriver: (name, why) => `无法加载驱动“${name}”：${why}`,
  failed: (address, why) => `${address}：${why}`,
  oldNode: (version) => `读取 SQLite 需要 Node.js 22 或以上版本，当前为 ${version}。`,
  noSchema: (names) => `没有名为 ${names} 的 schema。`,
  summary: (name, tables, views) => `数据库 ${name}：${tables} 张表，${views} 个视图`,
}

export const readWords = (language: Language) => (language === 'zh' ? readZh : readEn)
