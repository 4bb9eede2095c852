import { sharedOf } from '../api-page/api-page.ts'
import { beautify } from '../api-page/beautify.ts'
import { readApiPage } from '../api-page/read.ts'
import { samplesOf } from '../samples/samples.ts'
import type { Sample } from '../samples/types.ts'

/** The code samples of an API page and the endpoint that they belong to; undefined if it has none. */
export function apiPageSamples(content: string, global_param?: string): { endpoint: string; list: Sample[] } | undefined {
  const page = readApiPage(content, sharedOf(global_param))
  if (!page) return undefined
  const parts = page.parts.map((part) => ({
    ...part,
    examples: part.examples.map(({ name, text }) => ({ name, text: beautify(text).text })),
  }))
  const list = samplesOf({ ...page, parts })
  return list.length > 0 ? { endpoint: `${page.method} ${page.url}`.trim(), list } : undefined
}
