/** A person as a provider describes them. */
export interface ProviderPerson {
  subject: string
  username: string
  name: string
  email: string
  /** Whether the provider has verified the address. */
  isVerified: boolean
  /** The groups or departments of the person; undefined when the provider did not list them. */
  groups?: string[]
}

/** A text or number of an answer as a text of limited length; everything else is "". */
export const scalar = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 255) : '')

/** An object of an answer; an array or anything else has no fields. */
export const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Beyond this, a list of groups is cut; those who read it ignore lists of more than 500. */
const GROUPS_MAX = 501

/** A list of names or numbers; undefined when it is not a list. */
export const groupsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value)
    ? value
        .slice(0, GROUPS_MAX)
        .map(scalar)
        .filter((one) => one !== '')
    : undefined
