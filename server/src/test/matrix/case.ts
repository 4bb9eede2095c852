import type { Group } from '@sheaf/contract'
import type { At, RuleName } from './rules.ts'
import type { Secret } from './secrets.ts'
import type { MatrixUser, Role } from './users.ts'
import type { World } from './world.ts'

/** A request of the matrix, and the rule that allows it. */
export interface Case {
  who: RuleName
  /** Defaults to 'own'. */
  at?: At
  fields?: (world: World, one: MatrixUser) => Record<string, string>
  file?: Buffer
  /** Defaults to a.zip. */
  fileName?: string
  /** Secrets that this answer contains in addition to those the role can read. */
  reveals?: Secret[]
  /** Its refusal names what of the selection the role may not change, with the words of pages that the role can read. */
  names?: true
  /** The roles that send it; all when absent. */
  roles?: Role[]
  /** Independent of the item, so it runs in one world only. */
  once?: true
  /** Adds a page, which an item with a single page refuses from everyone. */
  addsPage?: true
  /** Needs a worker thread. Only R, CE, E and A run the allowed case on a private item, and only E and CE elsewhere. */
  needsThread?: true
  /** Tables that even the refusal writes to: counters of failures. */
  counts?: string[]
  /** The error number of its refusal, if not the usual one. */
  code?: number
  /** The data of its refusal for these roles, in an item that is not deleted; null when absent. */
  leads?: { roles: Role[]; to: (world: World) => Record<string, string> }
  /** Sends the headers of a script of our own page. */
  byPage?: true
  /** Requests a captcha first. */
  captcha?: true
}
export type Rows<G extends Group> = { [A in keyof G]: Case[] }
