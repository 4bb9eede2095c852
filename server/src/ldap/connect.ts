import { isIP, connect as plainly, type Socket } from 'node:net'
import { connect as encrypted } from 'node:tls'
import { type ErrorName, type LdapForm, Refusal } from '@sheaf/contract'
import {
  BindRequest,
  Client,
  ConfidentialityRequiredError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ProtocolError,
  ResultCodeError,
  StrongAuthRequiredError,
  TLSNotSupportedError,
} from 'ldapts'

type Step = 'reach' | 'encrypt' | 'bind' | 'search' | 'person'

const unreachable = /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EPIPE)/

const silences: Record<string, ErrorName> = { ENOTFOUND: 'directoryNoHost', EAI_AGAIN: 'directoryNoHost', ECONNREFUSED: 'directoryNoPort' }

/** What went wrong, in words an operator can act on. Neither passwords nor what a person typed are in it. */
function directoryRefusal(form: LdapForm, step: Step, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, message } = error as { code?: unknown; message?: string }
  const place = `${form.host}:${form.port}`
  const isTooLate = /timed? ?out|timeout/i.test(message ?? '')
  const said = (message ?? 'unknown').split('\n')[0] as string
  const problem = typeof code === 'string' ? code : isTooLate ? 'ETIMEDOUT' : said.slice(0, 120)
  if (!(error instanceof ResultCodeError)) {
    const isSilent = isTooLate || unreachable.test(problem)
    const isTls = !isSilent && (step === 'encrypt' || /CERT|TLS|SSL|SIGNED|VERIFY/.test(problem))
    if (isTls) return new Refusal('directoryTls', { place, problem })
    return new Refusal(silences[problem] ?? 'directorySilent', { place, problem })
  }
  if (error instanceof ConfidentialityRequiredError || error instanceof StrongAuthRequiredError) return new Refusal('directoryPlain')
  if (error instanceof TLSNotSupportedError || step === 'encrypt') return new Refusal('directoryTls', { place, problem })
  if (step === 'bind' && error instanceof ProtocolError) return new Refusal('directoryVersion', { version: form.version })
  if (error instanceof InvalidCredentialsError || (step === 'bind' && error instanceof InvalidDNSyntaxError))
    return new Refusal('directoryBind')
  if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError)
    return new Refusal('directoryBase', { base: form.base_dn })
  return new Refusal('directoryFault', { problem: `${error.name} (${error.code})` })
}

/** Milliseconds: to reach the directory, and for everything together (R22). */
const CONNECT_TIMEOUT_MS = 3000
const DIRECTORY_TIMEOUT_MS = 4500

/** Writes 2 into the one place where the two versions differ for us; the library speaks 3 alone. */
class OldClient extends Client {
  override async bind(dn: string, password = '') {
    const request = new BindRequest({ messageId: this['_nextMessageId'](), dn, password })
    request.version = 2
    await this['_sendBind'](request)
  }
}

/** `ldaps://` and `ldap://` before the host, as older settings have it, say how to connect as well. */
function placeOf({ host, port, encryption }: Pick<LdapForm, 'host' | 'port' | 'encryption'>) {
  const [, scheme, name = ''] = /^(?:(ldaps?):\/\/)?\[?([^\]/]*)\]?\/?$/i.exec(host.trim()) ?? []
  const isSecure = encryption === 'ldaps' || (!encryption && scheme?.toLowerCase() === 'ldaps')
  return { name, isSecure, url: `${isSecure ? 'ldaps' : 'ldap'}://${isIP(name) === 6 ? `[${name}]` : name}:${port || 389}` }
}

export interface Connection {
  client: Client
  /** What is being done: where it fails decides what is said. */
  step: Step
}

/** A connection on which the server reads the directory, ended when the work is. Certificates are checked, whoever asks (S85). */
export async function withDirectory<Result>(
  form: LdapForm,
  work: (connection: Connection) => Promise<Result>,
  wait = DIRECTORY_TIMEOUT_MS,
): Promise<Result> {
  const { name, isSecure, url } = placeOf(form)
  let socket: Socket | undefined
  const tls = { host: name, ...(isIP(name) ? {} : { servername: name }), minVersion: 'TLSv1.2', rejectUnauthorized: true } as const
  const options = {
    url,
    timeout: DIRECTORY_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    strictDN: false,
    // Given, they mean ldaps:// whatever the address says.
    ...(isSecure ? { tlsOptions: tls } : {}),
    createConnection: ((...given: Parameters<typeof plainly>) => (socket = plainly(...given))) as typeof plainly,
    createSecureConnection: ((...given: Parameters<typeof encrypted>) => (socket = encrypted(...given))) as typeof encrypted,
  }
  const connection: Connection = { client: form.version === '2' ? new OldClient(options) : new Client(options), step: 'reach' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), wait)
  })
  try {
    return await Promise.race([late, begin(form, connection, tls, isSecure).then(() => work(connection))])
  } catch (error) {
    throw directoryRefusal(form, connection.step, error)
  } finally {
    clearTimeout(timer)
    await Promise.race([connection.client.unbind().catch(() => {}), new Promise((done) => setTimeout(done, 100))])
    socket?.destroy()
  }
}

async function begin(form: LdapForm, connection: Connection, tls: object, isSecure: boolean) {
  const { client } = connection
  if (form.encryption === 'starttls' && !isSecure) {
    connection.step = 'encrypt'
    await client.startTLS(tls)
  }
  connection.step = 'bind'
  // An old server takes nothing before a bind; anonymous, if nobody was named.
  if (form.bind_dn || form.version === '2') await client.bind(form.bind_dn, form.bind_password)
  connection.step = 'search'
}
