import { isFault, prettyJson, readJson } from '../lib/json-read.ts'

/** The same JSON on lines of its own, every digit kept; undefined when it is none. */
export function pretty(text: string): string | undefined {
  const read = readJson(text)
  return isFault(read) ? undefined : prettyJson(read)
}
