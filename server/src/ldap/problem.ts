import { type ErrorName, type LdapForm, Refusal } from '@sheaf/contract'
import {
  ConfidentialityRequiredError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ProtocolError,
  ResultCodeError,
  StrongAuthRequiredError,
  TLSNotSupportedError,
} from 'ldapts'

export type Step = 'reach' | 'encrypt' | 'bind' | 'search' | 'person'

const unreachable = /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EPIPE)/

const silences: Record<string, ErrorName> = { ENOTFOUND: 'directoryNoHost', EAI_AGAIN: 'directoryNoHost', ECONNREFUSED: 'directoryNoPort' }

/** What went wrong, in words an operator can act on. Neither passwords nor what a person typed are in it. */
export function directoryRefusal(form: LdapForm, step: Step, error: unknown): Refusal {
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
