import { isSecretName } from './secret-names.ts'

export const MASK = '••••••'

/** Whether the value is empty or only a placeholder, such as `{{token}}` or `Bearer {{token}}`. */
const isPlaceholder = (value: string) =>
  /^(?:(?:bearer|basic|token|digest|apikey)\s+(?!\s))?(?:\{\{[^{}]*\}\}|<[^<>]*>|\$\{[^{}]*\})?\s*$/i.test(value.trimStart())

/** Masks a secret value but keeps the authentication scheme, such as `Bearer`. Placeholders do not change. */
export function masked(value: string): string {
  if (isPlaceholder(value)) return value
  const scheme = /^\s*(bearer|basic|token|digest|apikey)\s+\S/i.exec(value)?.[1]
  return scheme ? `${scheme} ${MASK}` : MASK
}

/** Masks the values in `a=1; b=2`. In Set-Cookie only the first value is masked, because attributes follow it. */
const maskedCookies = (name: string, value: string) =>
  value.replace(/^set-/i.test(name) ? /=(?!\s*\{\{)[^;]*/ : /=(?!\s*\{\{)[^;]*/g, `=${MASK}`)

/** The value with secrets masked, if the name is the name of a secret. */
export function safeValue(name: string, value: string): string {
  if (!isSecretName(name)) return value
  return /^(?:set-)?cookie2?$/i.test(name) ? maskedCookies(name, value) : masked(value)
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[^"]+|"/g

/** Masks the values of secret names in JSON; everything else does not change. `text` must be valid JSON. */
export function maskedJson(text: string): string {
  const tokens = text.match(TOKEN) ?? []
  for (const [at, token] of tokens.entries()) {
    const between = tokens[at + 1] ?? ''
    if (!token.startsWith('"') || !/^\s*:/.test(between) || !isSecretName(String(JSON.parse(token)))) continue
    const next = tokens[at + 2]
    if (/^\s*:\s*$/.test(between) && next) tokens[at + 2] = JSON.stringify(masked(String(JSON.parse(next))))
    else tokens[at + 1] = between.replace(/^(\s*:\s*)-?\d[\w.+-]*/, `$1"${MASK}"`)
  }
  return tokens.join('')
}
