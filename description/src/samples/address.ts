import { isSecretName } from '../call/secret-names.ts'
import { percentEncoded } from './pieces.ts'
import type { Value } from './types.ts'
import type { Variables } from './variables.ts'

const URL_CHARS_MAX = 2000

/** Percent-encodes what cannot be in an address; an escape that is already there stays. */
const addressText = (text: string) => text.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&()*+,;=%]/giu, (char) => percentEncoded(char))

/** `{{variable}}`, `{path variable}` and `/:path variable`. */
const PLACEHOLDERS = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|(?<=\/):([A-Za-z_]\w*)/g
const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i
const HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/i
const IPV6 = /^https?:\/\/\[[\da-f:.]+\]/i

/** The address with placeholders instead of the secrets in it. */
const withoutSecrets = (url: string) =>
  url
    .replace(/(?<=:\/\/)[^/?#{}]*@/, '{{credentials}}@')
    .replace(/([?&])([^=&]+)=([^&{}]+)/g, (pair, mark: string, name: string) => (isSecretName(name) ? `${mark}${name}={{${name}}}` : pair))

/** What an address lacks before its path: a scheme, or the whole server. */
function startOf(url: string, variables: Variables): Value {
  if (SCHEME.test(url) || url.startsWith('{')) return []
  if (HOST.test(url)) return ['http://']
  return [variables.named('base_url'), url.startsWith('/') ? '' : '/']
}

/**
 * The address without its fragment, with the values of its path variables; a placeholder without a value is a variable. Undefined for
 * an address of another protocol.
 */
export function pathOf(written: string, values: Map<string, Value>, variables: Variables): Value | undefined {
  const url = withoutSecrets(written.replaceAll('${', '{').split('#')[0]!.trim())
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase()
  if (url === '' || url.length > URL_CHARS_MAX || (scheme && scheme !== 'http' && scheme !== 'https')) return undefined
  const server = IPV6.exec(url)?.[0] ?? ''
  const rest = url.slice(server.length)
  const pieces: Value = [...startOf(url, variables), server]
  let from = 0
  for (const found of rest.matchAll(PLACEHOLDERS)) {
    pieces.push(addressText(rest.slice(from, found.index)))
    const name = (found[1] ?? found[2] ?? found[3] ?? '').trim()
    const value = found[1] === undefined ? values.get(name) : undefined
    if (!value) pieces.push(variables.named(name))
    for (const piece of value ?? []) pieces.push(typeof piece === 'string' ? percentEncoded(piece) : { ...piece, encoded: true })
    from = found.index + found[0].length
  }
  pieces.push(addressText(rest.slice(from)))
  return pieces
}
