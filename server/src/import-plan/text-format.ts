import { isMarkdown } from './name.ts'
import type { TextFile } from './plan.ts'

/** The format of a text; with the parsed value if the detection has parsed it. */
export type Format = { is: 'openapi' | 'showdoc' | 'markdown' | 'broken' } | { is: 'postman' | 'har'; value: Record<string, unknown> }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A YAML line that identifies an API description. */
const API_VERSION_LINE = /^(["']?)(?:openapi|swagger)\1[ \t]*:/m

function ofObject(value: Record<string, unknown>): Format | undefined {
  const { openapi, swagger, log, info, item, requests, collection, collections, pages } = value
  if (openapi !== undefined || swagger !== undefined) return { is: 'openapi' }
  if (isObject(log) && Array.isArray(log['entries'])) return { is: 'har', value }
  if (isObject(collection)) return ofObject(collection)
  if ((isObject(info) && Array.isArray(item)) || Array.isArray(requests) || Array.isArray(collections)) return { is: 'postman', value }
  if ('item_name' in value && isObject(pages)) return { is: 'showdoc' }
  return undefined
}

/** Detects the format by content; undefined if it is not supported. Markdown is detected by name, because any text is valid Markdown. */
export function formatOf({ name, text }: TextFile): Format | undefined {
  if (isMarkdown(name)) return { is: 'markdown' }
  if (/^\s*\{/.test(text)) {
    const value = parsed(text)
    if (isObject(value)) return ofObject(value)
    if (value === undefined && !/\.ya?ml$/i.test(name)) return { is: 'broken' }
  }
  return API_VERSION_LINE.test(text) ? { is: 'openapi' } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
