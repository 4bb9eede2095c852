import type { Example } from '../site/site.ts'

/** Why a request cannot be sent. `names` are variables, never their values. */
export interface Unsendable {
  problem: 'noVariable' | 'noAddress' | 'otherHost' | 'badHeader' | 'bodyOfGet'
  names: string[]
}

export interface Sendable {
  url: string
  method: string
  headers: [name: string, value: string][]
  body: string | undefined
}

const PREFIX = 'SHEAF_VAR_'
const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,39})\s*\}\}/g

export type Variables = Map<string, string>

/** The values that the environment of the build gives to variables: `SHEAF_VAR_token` for `{{token}}`. */
export const variablesIn = (env: Record<string, string | undefined>): Variables =>
  new Map(Object.entries(env).flatMap(([name, value]) => (name.startsWith(PREFIX) && value ? [[name.slice(PREFIX.length), value]] : [])))

function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}

/** The name of the variable in the environment. */
export const settingOf = (name: string): string => PREFIX + name

/**
 * The request with the values in place of its variables. A request goes only to hosts that the build names in one of its variables: who
 * can edit a page cannot send the secrets of a build to another host.
 */
export function filled({ method, address, headers, body }: Example, variables: Variables): Sendable | Unsendable {
  const missing = new Set<string>()
  const fill = (text: string) =>
    text.replace(VARIABLE, (_, name: string) => {
      const value = variables.get(name)
      if (value === undefined) missing.add(name)
      return value ?? ''
    })
  const url = fill(address)
  const filledHeaders = headers.map(({ name, value }): [string, string] => [name, fill(value)])
  const filledBody = fill(body)
  if (missing.size > 0) return { problem: 'noVariable', names: [...missing] }
  const origin = originOf(url)
  const inAddress = [...address.matchAll(VARIABLE)].map(([, name = '']) => name)
  if (origin === undefined) return { problem: 'noAddress', names: inAddress }
  const { username, password } = new URL(url)
  const origins = new Set([...variables.values()].map(originOf))
  if (!origins.has(origin) || username !== '' || password !== '') return { problem: 'otherHost', names: inAddress }
  // These would end a header, or are not sent by HTTP.
  const wrong = filledHeaders.filter(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)).map(([name]) => name)
  if (wrong.length > 0) return { problem: 'badHeader', names: wrong }
  if (filledBody !== '' && (method === 'GET' || method === 'HEAD')) return { problem: 'bodyOfGet', names: [] }
  return { url, method, headers: filledHeaders, body: filledBody === '' ? undefined : filledBody }
}
