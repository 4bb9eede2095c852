import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import type { listChanges } from '../../change/change.service.ts'
import { itemAddress, pageAddress, rootOf, type Site } from '../address.ts'

/** Changes in one part of a feed; older ones are in the next part. */
export const ENTRIES = 50

type Change = Awaited<ReturnType<typeof listChanges>>['list'][number]

export interface FeedEntry {
  id: string
  title: string
  /** What changed, line by line. */
  lines: string[]
  address: string
  author: string
  category: string
  /** Unix seconds. */
  published: number
  updated: number
}

export interface Feed {
  id: string
  title: string
  language: Language
  /** Of this part, and of the form with the other name. */
  self: string
  first: string
  next: string | undefined
  home: string
  entries: FeedEntry[]
  /** Unix seconds of the newest change; of the item if there is none. */
  updated: number
}

interface FeedSource {
  /** The item; undefined for the feed of the site. */
  item: { item_id: number; item_name: string; item_domain: string; addtime: number } | undefined
  form: 'atom' | 'json'
  list: Change[]
  /** The change before which the next part begins; 0 for none. */
  next: number
  before: number
  language: Language
}

const texts = {
  colon: { en: ': ', zh: '：' },
  feed: { en: 'What changed', zh: '变更动态' },
  hiddenPage: { en: 'A page that is no longer here', zh: '已不在此处的页面' },
  hiddenCatalog: { en: 'A catalog that is no longer here', zh: '已不在此处的目录' },
}

const types: Record<string, { en: string; zh: string }> = {
  'page.created': { en: 'new page', zh: '新建页面' },
  'page.changed': { en: 'edited', zh: '修改' },
  'page.moved': { en: 'moved', zh: '移动' },
  'page.deleted': { en: 'deleted', zh: '删除' },
  'page.recovered': { en: 'recovered', zh: '恢复' },
  'catalog.created': { en: 'new catalog', zh: '新建目录' },
  'catalog.renamed': { en: 'catalog renamed', zh: '目录更名' },
  'catalog.moved': { en: 'catalog moved', zh: '移动目录' },
  'catalog.deleted': { en: 'catalog deleted', zh: '删除目录' },
  'item.imported': { en: 'import', zh: '导入' },
  'item.archived': { en: 'archived', zh: '归档' },
  'suggestion.opened': { en: 'suggestion made', zh: '提出修改建议' },
  'suggestion.accepted': { en: 'suggestion accepted', zh: '修改建议已采纳' },
  'suggestion.declined': { en: 'suggestion declined', zh: '修改建议未采纳' },
  'suggestion.withdrawn': { en: 'suggestion withdrawn', zh: '修改建议已撤回' },
}

/** The host and a year name the ids; they stay the same in every form, part and language. */
export const tagOf = ({ PUBLIC_URL }: Site, rest: string) =>
  `tag:${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'sheaf.invalid'},2026:${rest}`

function entryOf(site: Site, change: Change, withItem: boolean, language: Language): FeedEntry {
  const { change_id, type, title, is_hidden, is_there, page_id, item_name, meaning, path, name, via, addtime, until_time } = change
  const typeName = inLanguage(types[type] ?? { en: type, zh: type }, language)
  const hidden = inLanguage(type.startsWith('catalog.') ? texts.hiddenCatalog : texts.hiddenPage, language)
  const shown = is_hidden ? hidden : title
  const [first] = meaning
  const what = first ? first.text : typeName
  const lines = [
    ...(withItem || path.length > 0 ? [[...(withItem ? [item_name] : []), ...path].join(' / ')] : []),
    ...meaning.map(({ text, section, kind }) => (section && kind.startsWith('field.') ? `${text} (${section})` : text)),
  ]
  return {
    id: tagOf(site, `change/${change_id}`),
    title: `${shown}${inLanguage(texts.colon, language)}${what}`,
    lines: lines.length > 0 ? lines : [typeName],
    address: is_there ? pageAddress(site, change, page_id) : itemAddress(site, change),
    author: via ? `${name}, via ${via}` : name,
    category: type,
    published: addtime,
    updated: until_time,
  }
}

export function feedOf(site: Site, { item, form, list, next, before, language }: FeedSource): Feed {
  const home = item ? itemAddress(site, item) : `${rootOf(site)}/`
  const base = item ? `${home}/changes.${form}` : `${rootOf(site)}/changes.${form}`
  const part = (from: number) => `${base}?${new URLSearchParams({ lang: language, ...(from > 0 ? { before: String(from) } : {}) })}`
  const entries = list.map((change) => entryOf(site, change, !item, language))
  return {
    id: tagOf(site, item ? `item/${item.item_id}/changes` : 'changes'),
    title: `${inLanguage(texts.feed, language)} · ${item?.item_name ?? 'Sheaf'}`,
    language,
    self: part(before),
    first: part(0),
    next: next > 0 && list.length > 0 ? part(next) : undefined,
    home,
    entries,
    updated: Math.max(item?.addtime ?? 0, ...entries.map((entry) => entry.updated)),
  }
}
