import type { Language } from '../types.ts'
import type { Meaning, MeaningKind } from './types.ts'

type Text = (meaning: Required<Meaning>) => string
type Texts = Record<MeaningKind, Text>

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const code = (text: string) => `\`${text}\``

/** “Response: …” before a text, where a section is known. */
const within = (section: string, text: string) => (section ? `${section}: ${text}` : text)

const en: Texts = {
  title: ({ from, to }) => `title changed from “${from}” to “${to}”`,
  'endpoint.added': ({ to }) => `endpoint ${code(to)} added`,
  'endpoint.removed': ({ from }) => `endpoint ${code(from)} removed`,
  'endpoint.method': ({ from, to }) => `method changed from ${from} to ${to}`,
  'endpoint.path': ({ from, to }) => `address changed from ${code(from)} to ${code(to)}`,
  'section.added': ({ section }) => `section “${section}” added`,
  'section.removed': ({ section }) => `section “${section}” removed`,
  'section.renamed': ({ from, to }) => `section “${from}” renamed to “${to}”`,
  'field.added': ({ name }) => `${code(name)} added`,
  'field.removed': ({ name }) => `${code(name)} removed`,
  'field.renamed': ({ from, to }) => `${code(from)} renamed to ${code(to)}`,
  'field.type': ({ name, from, to }) => `${code(name)}: type ${changed(from, to)}`,
  'field.required': ({ name, from, to }) => {
    if (to === '1') return `${code(name)} became required`
    if (to === '0') return `${code(name)} became optional`
    return `${code(name)}: required ${changed(from, to)}`
  },
  'field.default': ({ name, from, to }) => `${code(name)}: default ${changed(from, to)}`,
  'field.description': ({ name }) => `${code(name)}: description changed`,
  'field.other': ({ name, column, from, to }) => `${code(name)}: ${column} ${changed(from, to)}`,
  'example.added': ({ section, name }) => within(section, name ? `example “${name}” added` : 'example added'),
  'example.removed': ({ section, name }) => within(section, name ? `example “${name}” removed` : 'example removed'),
  'example.changed': ({ section, name }) => within(section, name ? `example “${name}” changed` : 'example changed'),
  text: ({ section, added, removed }) => {
    const parts = [added > 0 ? `${plural(added, 'word')} added` : '', removed > 0 ? `${plural(removed, 'word')} removed` : '']
    return within(section, parts.filter(Boolean).join(', ') || 'text changed')
  },
  more: ({ count }) => `and ${count} more`,
  place: () => 'moved to another catalog',
  left: () => 'moved to another item',
  arrived: () => 'moved here from another item',
  name: ({ from, to }) => `renamed from “${from}” to “${to}”`,
  'pages.added': ({ count }) => `${plural(count, 'page')} added`,
  'pages.changed': ({ count }) => `${plural(count, 'page')} changed`,
  'pages.deleted': ({ count }) => `${plural(count, 'page')} deleted`,
  'catalogs.added': ({ count }) => `${plural(count, 'catalog')} added`,
  'catalogs.deleted': ({ count }) => `${plural(count, 'catalog')} deleted`,
  copied: () => 'made as a copy',
}

function changed(from: string, to: string): string {
  if (from === '') return `set to ${to}`
  return to === '' ? `${from} removed` : `changed from ${from} to ${to}`
}

const zh: Texts = {
  title: ({ from, to }) => `标题由“${from}”改为“${to}”`,
  'endpoint.added': ({ to }) => `新增接口 ${code(to)}`,
  'endpoint.removed': ({ from }) => `删除接口 ${code(from)}`,
  'endpoint.method': ({ from, to }) => `请求方法由 ${from} 改为 ${to}`,
  'endpoint.path': ({ from, to }) => `地址由 ${code(from)} 改为 ${code(to)}`,
  'section.added': ({ section }) => `新增章节“${section}”`,
  'section.removed': ({ section }) => `删除章节“${section}”`,
  'section.renamed': ({ from, to }) => `章节“${from}”更名为“${to}”`,
  'field.added': ({ name }) => `新增字段 ${code(name)}`,
  'field.removed': ({ name }) => `删除字段 ${code(name)}`,
  'field.renamed': ({ from, to }) => `字段 ${code(from)} 更名为 ${code(to)}`,
  'field.type': ({ name, from, to }) => `${code(name)} 的类型${changedZh(from, to)}`,
  'field.required': ({ name, from, to }) => {
    if (to === '1') return `${code(name)} 改为必填`
    if (to === '0') return `${code(name)} 改为选填`
    return `${code(name)} 的必填要求${changedZh(from, to)}`
  },
  'field.default': ({ name, from, to }) => `${code(name)} 的默认值${changedZh(from, to)}`,
  'field.description': ({ name }) => `${code(name)} 的说明有改动`,
  'field.other': ({ name, column, from, to }) => `${code(name)} 的“${column}”${changedZh(from, to)}`,
  'example.added': ({ section, name }) => `${inZh(section)}新增示例${quoted(name)}`,
  'example.removed': ({ section, name }) => `${inZh(section)}删除示例${quoted(name)}`,
  'example.changed': ({ section, name }) => `${inZh(section)}示例${quoted(name)}有改动`,
  text: ({ section, added, removed }) => {
    const parts = [added > 0 ? `新增 ${added} 个字词` : '', removed > 0 ? `删除 ${removed} 个字词` : '']
    return inZh(section) + (parts.filter(Boolean).join('，') || '文字有改动')
  },
  more: ({ count }) => `另有 ${count} 处改动`,
  place: () => '移动到其他目录',
  left: () => '移动到其他项目',
  arrived: () => '自其他项目移入',
  name: ({ from, to }) => `由“${from}”更名为“${to}”`,
  'pages.added': ({ count }) => `新增 ${count} 个页面`,
  'pages.changed': ({ count }) => `修改 ${count} 个页面`,
  'pages.deleted': ({ count }) => `删除 ${count} 个页面`,
  'catalogs.added': ({ count }) => `新增 ${count} 个目录`,
  'catalogs.deleted': ({ count }) => `删除 ${count} 个目录`,
  copied: () => '由复制生成',
}

const inZh = (section: string) => (section ? `“${section}”中` : '')
const quoted = (name: string) => (name ? `“${name}”` : '')

function changedZh(from: string, to: string): string {
  if (from === '') return `设为 ${to}`
  return to === '' ? `已删除（原为 ${from}）` : `由 ${from} 改为 ${to}`
}

const all: Partial<Record<Language, Texts>> = { en, zh }
const EMPTY = { section: '', name: '', column: '', from: '', to: '', added: 0, removed: 0, count: 0 }

/** The language of these texts for a reader of another one. */
export const meaningLanguage = (language: Language): Language => (all[language] ? language : 'en')

/** A meaning in one sentence without a full stop; names of fields and addresses are in backticks. */
export function meaningText(meaning: Meaning, language: Language): string {
  return (all[language] ?? en)[meaning.kind]?.({ ...EMPTY, ...meaning }) ?? ''
}
