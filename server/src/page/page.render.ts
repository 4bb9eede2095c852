import type { Language } from '@sheaf/contract'
import type { Rendered } from '@sheaf/markdown'
import { Lru } from '../lib/lru.ts'
import { inWorker } from '../lib/workers.ts'

const finished = new Lru<Promise<Rendered>>(32 * 1024 * 1024)

/** A page's text as HTML; made once per version and language. */
export function rendered(
  page: { page_id: number; version: number; page_content: string },
  language: Language,
  base: string,
): Promise<Rendered> {
  const key = `${page.page_id} ${page.version} ${language}`
  const known = finished.get(key)
  if (known) return known
  const made = inWorker<object, Rendered>(import.meta.url, 'render', { text: page.page_content, options: { base, language } })
  finished.set(key, made, page.page_content.length * 8 + 1000)
  made.catch(() => finished.delete(key))
  return made
}
