import type { ReportedGroups } from './groups.ts'

/** A person as a provider describes them, with their groups or departments. */
export interface ProviderPerson extends ReportedGroups {
  subject: string
  username: string
  name: string
  email: string
  /** Whether the provider has verified the address. */
  isVerified: boolean
  /** The signed proof of OpenID Connect. */
  id_token?: string
  /** By what an OpenID provider names this sign-in and the person when they sign out there. */
  named?: { sid: string; sub: string }
}

/** A text or number of an answer as a text of limited length; everything else is "". */
export const scalar = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 255) : '')

/** An object of an answer; an array or anything else has no fields. */
export const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Groups of one person. A longer list is not used, as if the provider had not listed them. */
const GROUPS_MAX = 500

/** A list of names or numbers; undefined when it is not a list, or too long. */
export const groupsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length <= GROUPS_MAX ? value.map(scalar).filter((one) => one !== '') : undefined
