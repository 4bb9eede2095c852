import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import type { ApiVersion } from '../../source/compare/source.changes.service.ts'
import { itemAddress, pageAddress, type Site } from '../address.ts'
import { type Feed, tagOf } from './feed.ts'

const texts = {
  feed: { en: 'Changes of the API', zh: '接口变更' },
  breaking: { en: 'breaking changes', zh: '有不兼容变更' },
  risky: { en: 'risky changes', zh: '有风险变更' },
  safe: { en: 'safe changes', zh: '兼容的变更' },
  words: { en: 'changes in words', zh: '文字变更' },
  more: { en: (n: number) => `and ${n} more`, zh: (n: number) => `另有 ${n} 处` },
  colon: { en: ': ', zh: '：' },
}

interface Given {
  item: { item_id: number; item_name: string; item_domain: string; addtime: number }
  /** The page that it is about; undefined for the whole item. */
  page: { page_id: number; page_title: string } | undefined
  form: 'atom' | 'json'
  versions: ApiVersion[]
  language: Language
}

/** What the newest versions of the sources of an item changed, an entry for each version. */
export function sourceFeedOf(site: Site, { item, page, form, versions, language }: Given): Feed {
  const say = <T>(words: { en: T; zh: T }) => inLanguage(words, language)
  const home = page ? pageAddress(site, item, page.page_id) : itemAddress(site, item)
  const query = new URLSearchParams({ lang: language, ...(page ? { page: String(page.page_id) } : {}) })
  const self = `${itemAddress(site, item)}/sources.${form}?${query}`
  const entries = versions.map(({ version_id, source, label, by, addtime, total, texts: lines, worst }) => ({
    id: tagOf(site, `source-version/${version_id}${page ? `/${page.page_id}` : ''}`),
    title: `${source} ${label}${say(texts.colon)}${say(texts[worst])}`,
    lines: [...lines, ...(total > lines.length ? [say(texts.more)(total - lines.length)] : [])],
    address: home,
    author: by,
    category: worst,
    published: addtime,
    updated: addtime,
  }))
  return {
    id: tagOf(site, `${page ? `page/${page.page_id}` : `item/${item.item_id}`}/api`),
    title: `${say(texts.feed)} · ${page?.page_title ?? item.item_name}`,
    language,
    self,
    first: self,
    next: undefined,
    home,
    entries,
    updated: Math.max(item.addtime, ...entries.map((entry) => entry.updated)),
  }
}
