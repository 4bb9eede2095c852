import { BASE_URL_CHARS_MAX, Refusal } from '@sheaf/contract'
import { isSecretName } from '@sheaf/description/secret-names'

/** A scheme, a host and a port. Nothing else can get into the policy of the worker. */
const ORIGIN = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/
/** Characters of a path. No quotes, spaces, semicolons or asterisks. */
const PATH = /^(?:\/[\w\-.~!$&()+,=:@%]*)*$/

/** The address in its stored form, without a slash at its end; undefined if it cannot be a base address. */
export function baseUrlOf(given: string): string | undefined {
  if (given.length > BASE_URL_CHARS_MAX || !/^https?:\/\//i.test(given) || /[\s\p{Cc}\\?#;*'"<>@{}]/u.test(given)) return undefined
  const url = URL.parse(given)
  if (!url || !ORIGIN.test(url.origin) || !PATH.test(url.pathname)) return undefined
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** '' stays. */
export function mustBeBaseUrl(given: string): string {
  const trimmed = given.trim()
  const base_url = trimmed === '' ? '' : baseUrlOf(trimmed)
  if (base_url === undefined) throw new Refusal('baseUrl')
  return base_url
}

/** The policy of the worker that sends requests: the origins of these base addresses, and nothing else. */
export function workerPolicy(base_urls: string[]): string {
  const origins = new Set(base_urls.map((base_url) => URL.parse(base_url)?.origin ?? '').filter((origin) => ORIGIN.test(origin)))
  return `default-src 'none'; connect-src ${[...origins].join(' ') || "'none'"}`
}

interface Variable {
  name: string
  value: string
}

/** The variables that a manager sent. The value of a secret is not for the server. */
export function mustBeVariables(given: Variable[]): Variable[] {
  const names = new Set<string>()
  return given.map(({ name, value }) => {
    const trimmed = name.trim()
    const isSecretValue = isSecretName(trimmed) && value !== ''
    if (!/^[^\s{}\p{Cc}][^{}\p{Cc}]*$/u.test(trimmed) || names.has(trimmed) || isSecretValue)
      throw new Refusal(isSecretValue ? 'variableSecret' : 'badInput', isSecretValue ? { name: trimmed } : { field: 'variables' })
    names.add(trimmed)
    return { name: trimmed, value }
  })
}

/** A variable as it is answered. */
export const shownVariable = ({ name, value }: Variable) => {
  const is_secret = isSecretName(name)
  return { name, value: is_secret ? '' : value, is_secret }
}
