import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stdSerializers } from 'pino'

const maps = new Map<string, SourceMap | undefined>()

/**
 * An error as it is logged: its stack names places in our sources, not in the bundle. A map is read when an error first comes from its
 * file; Node's own `--enable-source-maps` reads all of them at the start, which takes a quarter of it.
 */
export function loggedError(error: Error) {
  const told = stdSerializers.err(error)
  return typeof told?.stack === 'string' ? { ...told, stack: inSources(told.stack) } : told
}

const inSources = (stack: string) =>
  stack.replace(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g, (place: string, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const from = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!from || !('originalSource' in from)) return place
    return `${relative(process.cwd(), resolve(dirname(file), from.originalSource))}:${from.originalLine + 1}:${from.originalColumn + 1}`
  })

function mapOf(file: string) {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  return maps.get(file)
}

function readMap(file: string) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
