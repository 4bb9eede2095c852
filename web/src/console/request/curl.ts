import { curl } from '@sheaf/description/curl'
import type { FileField, Named, SampleRequest, Value } from '@sheaf/description/sample-request'
import { Variables } from '@sheaf/description/sample-variables'
import { isSecretName } from '@sheaf/description/secret-names'
import type { MessageBody, Pair, RequestMessage } from './message.ts'
import { writtenSecrets } from './recent.ts'
import { type ConsoleCall, sentRows, type Values } from './values.ts'

/** Makes pieces of a command from a text, by the name of its place. */
interface Writer {
  value: (name: string, text: string) => Value
  /** What a header, a field or a variable that is a secret for certain has. */
  secret: (origin: string, text: string) => Value
  body: (text: string) => Value
}

const filled = (text: string, variables: Record<string, string>) =>
  text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => variables[name.trim()] ?? whole)

/** With the values that a person typed. */
function withValues({ variables }: RequestMessage): Writer {
  const value = (_name: string, text: string): Value => [filled(text, variables)]
  return { value, secret: value, body: (text) => value('', text) }
}

/** Secrets and variables are read from the environment of the shell. A secret that was typed in another place is taken out there, too. */
function withoutSecrets(secrets: string[]): Writer {
  const names = new Variables()
  const hidden = writtenSecrets(secrets)
  const value = (name: string, text: string): Value => {
    if (text !== '' && (isSecretName(name) || hidden.some((secret) => text.includes(secret)))) return names.secret(name, text)
    return names.split(text)
  }
  const isJson = (text: string) => /^\s*[[{]/.test(text)
  return {
    value,
    secret: (origin) => [names.named(origin)],
    body: (text) => {
      if (hidden.some((secret) => text.includes(secret)) && !isJson(text)) return [names.named('body')]
      const pieces = isJson(text) ? names.json(text) : names.split(text)
      return pieces.map((piece) => (typeof piece === 'string' ? hidden.reduce((all, secret) => all.replaceAll(secret, '…'), piece) : piece))
    },
  }
}

const namedWith =
  (writer: Writer) =>
  ([name, text]: Pair): Named => ({ name, value: writer.value(name, text) })

function bodyOf(body: MessageBody | undefined, writer: Writer): SampleRequest['body'] {
  switch (body?.kind) {
    case undefined:
      return undefined
    case 'text':
      return { kind: 'text', text: writer.body(body.text) }
    case 'form':
      return { kind: 'form', fields: body.rows.map(namedWith(writer)) }
    case 'file':
      return { kind: 'binary', file: body.file.name }
    case 'multipart':
      return {
        kind: 'multipart',
        fields: body.rows.map(([name, value]): Named | FileField =>
          typeof value === 'string' ? namedWith(writer)([name, value]) : { name, file: value.name },
        ),
      }
  }
}

function authorizationOf({ authorization }: RequestMessage, writer: Writer): { headers: Named[]; query: Named[] } {
  const header = (name: string, value: Value) => ({ headers: [{ name, value }], query: [] })
  switch (authorization?.kind) {
    case undefined:
      return { headers: [], query: [] }
    case 'bearer':
      return header('Authorization', ['Bearer ', ...writer.secret('token', authorization.value)])
    case 'basic': {
      const { user, password } = authorization
      const [credentials] = writer.secret('credentials', '')
      if (typeof credentials === 'object') return header('Authorization', ['Basic ', credentials])
      const [name, word] = [writer.value('', user), writer.value('', password)].map((value) => value.join(''))
      return header('Authorization', [`Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${word}`)))}`])
    }
    case 'header':
      return header(authorization.key, writer.secret(authorization.key, authorization.value))
    case 'query':
      return { headers: [], query: [{ name: authorization.key, value: writer.secret(authorization.key, authorization.value) }] }
  }
}

interface Chosen {
  call: ConsoleCall
  values: Values
  message: RequestMessage
  /** Values that are secrets in every field. */
  secrets: string[]
  isWithValues: boolean
}

/** The request as a command for a shell. Without the values, no secret is in it. */
export function curlOf({ call, values, message, secrets, isWithValues }: Chosen): string {
  const writer = isWithValues ? withValues(message) : withoutSecrets(secrets)
  const authorization = authorizationOf(message, writer)
  const encoded = (value: Value): Value =>
    value.map((piece) => (typeof piece === 'string' ? encodeURIComponent(piece) : { env: piece.env, encoded: true }))
  const path = message.path.flatMap(
    (piece): Value => (typeof piece === 'string' ? [encodeURI(piece)] : encoded(writer.value(piece.name, piece.value))),
  )
  const cookies = sentRows(values.cookies, call.in_cookies).flatMap(
    ([name, text], n): Value => [`${n > 0 ? '; ' : ''}${name}=`, ...writer.secret(`cookie_${name}`, text)],
  )
  const request: SampleRequest = {
    method: call.method,
    url: [message.base, ...path],
    query: [...message.query.map(namedWith(writer)), ...authorization.query],
    headers: [
      ...authorization.headers,
      ...message.headers.map(namedWith(writer)),
      ...(cookies.length > 0 ? [{ name: 'Cookie', value: cookies }] : []),
    ],
  }
  const body = bodyOf(message.body, writer)
  return curl(body ? { ...request, body } : request)
}
