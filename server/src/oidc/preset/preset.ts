import { type ProviderForm, Refusal } from '@sheaf/contract'
import type { ProviderPerson } from '../person.ts'
import type { Callback } from '../plain.ts'
import type { Ask } from './ask.ts'
import type { AppToken, WithToken } from './token.ts'

/** What a reader of answers works with. */
export interface Means {
  ask: Ask
  withToken: WithToken
}

interface Begun extends Pick<Callback, 'state' | 'verifier'> {
  /** The browser is the one inside the app of the provider. */
  isInApp: boolean
}

/** A provider with addresses and answers of its own. */
export interface Preset {
  /** The domain of the public service; the settings can name another one. */
  domain: string
  signInAddress: (form: ProviderForm, begun: Begun) => URL
  /** The person of a code, if they belong to the company of the settings. */
  person: (form: ProviderForm, answered: Pick<Callback, 'code' | 'verifier'>, means: Means) => Promise<ProviderPerson>
  /** A token of the app itself, which proves id and secret. */
  takeToken: (form: ProviderForm, ask: Ask) => Promise<AppToken>
  /** Checks the settings as far as this is possible without a person. */
  trial: (form: ProviderForm, means: Means) => Promise<void>
}

const DOMAIN = /^(?:https?:\/\/)?(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*(?::\d{1,5})?\/?$/i

/** The scheme and the domain of the settings. A private deployment without https must be inside, where the operator allowed it. */
export function domainOf(host: string, usual: string): { scheme: string; domain: string } {
  const given = host.trim() || usual
  if (!DOMAIN.test(given)) throw new Refusal('badInput', { field: 'host' })
  return {
    scheme: /^http:/i.test(given) ? 'http' : 'https',
    domain: given
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase(),
  }
}

/** An address with its query. */
export function withQuery(address: string, query: Record<string, string>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
