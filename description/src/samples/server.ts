import type { ApiServer } from '../call/call.ts'
import { percentEncoded } from './pieces.ts'

const SERVER_VALUE_CHARS_MAX = 200

/**
 * A value that a reader typed, as a part of an address. All but the characters of hosts and paths is encoded, so it has no query,
 * fragment, credentials or variable of its own.
 */
const typedText = (value: string) =>
  value
    .slice(0, SERVER_VALUE_CHARS_MAX)
    .toWellFormed()
    .replace(/[^\w\-.~:/%]|%(?![\da-fA-F]{2})/gu, percentEncoded)
    .replace(/(^|\/):/g, '$1%3A')

/** The address of a server: with the values that a reader typed, otherwise with the defaults of its variables. */
export const serverAddress = (
  { url, variables }: { url: string; variables: Pick<ApiServer['variables'][number], 'name' | 'preset'>[] },
  typed: Record<string, string> = {},
): string =>
  url
    .replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const known = variables.find((one) => one.name === name)
      const value = Object.hasOwn(typed, name) ? (typed[name] ?? '').trim() : ''
      return known && value !== '' && value !== known.preset ? typedText(value) : known?.preset || whole
    })
    .replace(/(?<!\/)\/+$/, '')
