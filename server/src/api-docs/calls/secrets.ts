export const MASK = '••••••'

const HEADERS = /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?)$/i
const WORDS =
  /passw(?:or)?d|passwd|passphrase|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|session[-_]?id|signature|assertion/i
const TOKENS = /token$|^token|[-_]token|csrf|xsrf|^(?:pwd|auth|jwt|sid)$/i

/** Whether what is called so is known to nobody but its owner. */
const isSecretName = (name: string) => HEADERS.test(name) || WORDS.test(name) || TOKENS.test(name)

/** `{{token}}` names a secret and does not tell it; `Bearer {{token}}` neither. */
const isNamed = (value: string) =>
  /^\s*(?:(?:bearer|basic|token|digest|apikey)\s+)?(?:\{\{[^{}]*\}\}|<[^<>]*>|\$\{[^{}]*\})?\s*$/i.test(value)

/** A value without what nobody else should know; how somebody proves who they are stays. */
export function masked(value: string): string {
  if (isNamed(value)) return value
  const scheme = /^\s*(bearer|basic|token|digest|apikey)\s+\S/i.exec(value)?.[1]
  return scheme ? `${scheme} ${MASK}` : MASK
}

/** `a=1; b=2` with the names alone; of a cookie that is set, what is said about it stays. */
const maskedCookies = (name: string, value: string) =>
  value.replace(/^set-/i.test(name) ? /=(?!\s*\{\{)[^;]*/ : /=(?!\s*\{\{)[^;]*/g, `=${MASK}`)

/** The value of something called so, as others may see it. */
export function safeValue(name: string, value: string): string {
  if (!isSecretName(name)) return value
  return /^(?:set-)?cookie2?$/i.test(name) ? maskedCookies(name, value) : masked(value)
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[^"]+|"/g

/** JSON in which whatever is called like a secret is masked; everything else stays as it was written. `text` must be JSON. */
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
