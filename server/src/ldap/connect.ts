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

const unreachableErrors: Record<string, ErrorName> = {
  ENOTFOUND: 'directoryNoHost',
  EAI_AGAIN: 'directoryNoHost',
  ECONNREFUSED: 'directoryNoPort',
}

/** Turns an error into a refusal that helps an operator. It contains neither passwords nor input of a user. */
function directoryRefusal(form: LdapForm, step: Step, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, message } = error as { code?: unknown; message?: string }
  const place = `${form.host}:${form.port}`
  const isTooLate = /timed? ?out|timeout/i.test(message ?? '')
  const firstLine = (message ?? 'unknown').split('\n')[0] as string
  const problem = typeof code === 'string' ? code : isTooLate ? 'ETIMEDOUT' : firstLine.slice(0, 120)
  if (!(error instanceof ResultCodeError)) {
    const isSilent = isTooLate || unreachable.test(problem)
    const isTls = !isSilent && (step === 'encrypt' || /CERT|TLS|SSL|SIGNED|VERIFY/.test(problem))
    if (isTls) return new Refusal('directoryTls', { place, problem })
    return new Refusal(unreachableErrors[problem] ?? 'directorySilent', { place, problem })
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

/** Milliseconds to connect to the directory, and for the whole operation (R22). */
const CONNECT_TIMEOUT_MS = 3000
const DIRECTORY_TIMEOUT_MS = 4500

/** A client for LDAP version 2: the bind request contains the version. The library supports only version 3. */
class Version2Client extends Client {
  override async bind(dn: string, password = '') {
    const request = new BindRequest({ messageId: this['_nextMessageId'](), dn, password })
    request.version = 2
    await this['_sendBind'](request)
  }
}

/** The address of the directory. Older settings have `ldaps://` or `ldap://` before the host, which also selects the encryption. */
function placeOf({ host, port, encryption }: Pick<LdapForm, 'host' | 'port' | 'encryption'>) {
  const [, scheme, name = ''] = /^(?:(ldaps?):\/\/)?\[?([^\]/]*)\]?\/?$/i.exec(host.trim()) ?? []
  const isSecure = encryption === 'ldaps' || (!encryption && scheme?.toLowerCase() === 'ldaps')
  return { name, isSecure, url: `${isSecure ? 'ldaps' : 'ldap'}://${isIP(name) === 6 ? `[${name}]` : name}:${port || 389}` }
}

export interface Connection {
  client: Client
  /** The current step; the error message depends on the step that fails. */
  step: Step
}

/** Runs `work` with a connection to the directory and closes it afterwards. Certificates are always checked (S85). */
export async function withDirectory<Result>(
  form: LdapForm,
  work: (connection: Connection) => Promise<Result>,
  timeout = DIRECTORY_TIMEOUT_MS,
): Promise<Result> {
  const { name, isSecure, url } = placeOf(form)
  let socket: Socket | undefined
  const tls = { host: name, ...(isIP(name) ? {} : { servername: name }), minVersion: 'TLSv1.2', rejectUnauthorized: true } as const
  const options = {
    url,
    timeout: DIRECTORY_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    strictDN: false,
    // With `tlsOptions` the library uses ldaps://, regardless of the address.
    ...(isSecure ? { tlsOptions: tls } : {}),
    createConnection: ((...given: Parameters<typeof plainly>) => (socket = plainly(...given))) as typeof plainly,
    createSecureConnection: ((...given: Parameters<typeof encrypted>) => (socket = encrypted(...given))) as typeof encrypted,
  }
  const connection: Connection = { client: form.version === '2' ? new Version2Client(options) : new Client(options), step: 'reach' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), timeout)
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
  // A version 2 server accepts no request before a bind, which is anonymous without `bind_dn`.
  if (form.bind_dn || form.version === '2') await client.bind(form.bind_dn, form.bind_password)
  connection.step = 'search'
}
