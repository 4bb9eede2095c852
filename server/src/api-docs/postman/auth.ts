import { isObject } from '../../import-plan/text-format.ts'
import { code } from '../api/api-cell.ts'
import { masked } from '../calls/secrets.ts'
import { labelOf, type Shape, shapeOf, textOf } from './shape.ts'

/** What authorization is called, and which of its values are nobody else's business. */
const kinds: Record<string, string> = {
  apikey: 'API key',
  awsv4: 'AWS Signature 4',
  basic: 'Basic',
  bearer: 'Bearer token',
  digest: 'Digest',
  edgegrid: 'Akamai EdgeGrid',
  hawk: 'Hawk',
  jwt: 'JWT bearer',
  ntlm: 'NTLM',
  oauth1: 'OAuth 1.0',
  oauth2: 'OAuth 2.0',
  asap: 'ASAP (Atlassian)',
}

const SECRET =
  /secret|passw|privatekey|private_key|authkey|^accesskey$|^sessiontoken$|^(?:access|refresh|client|id)?_?token$|^tokensecret$|nonce|^code$|verifier$|assertion/i

const isSecret = (kind: string, name: string) => (kind === 'apikey' ? name === 'value' : SECRET.test(name))

/** The values of an authorization: a list of rows, or an object of names. */
function valuesOf(value: unknown): [name: string, value: string][] {
  if (Array.isArray(value)) return value.filter(isObject).map((row) => [labelOf(row['key']), textOf(row['value'])])
  return Object.entries(shapeOf(value)).map(([name, one]) => [name, textOf(one)])
}

const ORDER = ['key', 'value', 'in', 'username', 'password', 'token']
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** How a request proves who sends it, in one line of Markdown; '' where nothing was said, `none` where it is said to need no proof. */
export function authLine(auth: unknown, none: string, told: (name: string) => void): string {
  const { type, ...rest }: Shape = shapeOf(auth)
  const kind = labelOf(type).toLowerCase()
  if (kind === 'noauth') return none
  if (kind === '' || kind === 'inherit') return ''
  const shown = valuesOf(rest[kind] ?? rest[labelOf(type)])
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, value]) => {
      const safe = isSecret(kind, name) ? masked(value) : value
      if (safe !== value) told(`${kinds[kind] ?? kind}: ${name}`)
      return `${name} ${code(safe)}`
    })
  return [`**${kinds[kind] ?? code(kind)}**`, ...shown].join(' · ')
}
