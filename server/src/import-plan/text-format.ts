import { isMarkdown } from './name.ts'
import type { TextFile } from './plan.ts'

/** What a text is, with what it says where that was read on the way; undefined for what nobody can import. */
export type Format = { is: 'openapi' | 'showdoc' | 'markdown' | 'broken' } | { is: 'postman' | 'har'; value: Record<string, unknown> }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A line of YAML that only a description of an API begins with. */
const DESCRIBES = /^(["']?)(?:openapi|swagger)\1[ \t]*:/m

function ofObject(value: Record<string, unknown>): Format | undefined {
  const { openapi, swagger, log, info, item, requests, collection, collections, pages } = value
  if (openapi !== undefined || swagger !== undefined) return { is: 'openapi' }
  if (isObject(log) && Array.isArray(log['entries'])) return { is: 'har', value }
  if (isObject(collection)) return ofObject(collection)
  if ((isObject(info) && Array.isArray(item)) || Array.isArray(requests) || Array.isArray(collections)) return { is: 'postman', value }
  if ('item_name' in value && isObject(pages)) return { is: 'showdoc' }
  return undefined
}

/** Told by what stands in it; only Markdown, which any text may be, is told by its name. */
export function formatOf({ name, text }: TextFile): Format | undefined {
  if (isMarkdown(name)) return { is: 'markdown' }
  if (/^\s*\{/.test(text)) {
    const value = parsed(text)
    if (isObject(value)) return ofObject(value)
    if (value === undefined && !/\.ya?ml$/i.test(name)) return { is: 'broken' }
  }
  return DESCRIBES.test(text) ? { is: 'openapi' } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
