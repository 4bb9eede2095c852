import type { Group } from '@sheaf/contract'
import type { Role, Somebody } from './people.ts'
import type { At, RuleName } from './rules.ts'
import type { Secret } from './secrets.ts'
import type { World } from './world.ts'

/** One way to make a call, and who may. */
export interface Case {
  who: RuleName
  /** 'own' when not given. */
  at?: At
  fields?: (world: World, one: Somebody) => Record<string, string>
  file?: Buffer
  /** a.zip when not given. */
  fileName?: string
  /** What this answer tells over and above what the role may read. */
  tells?: Secret[]
  /** Those who try it, when not all of them. */
  roles?: Role[]
  /** Has nothing to do with the item: tried in one world. */
  once?: true
  /** Takes a thread of its own: allowed to a reader, an editor, an administrator and one who sees a part; in the other worlds to two of them. */
  dear?: true
  /** Tables that even the refusal writes to: counters of failures. */
  counts?: string[]
  /** The number of its refusal, where it is not the usual one. */
  code?: number
  /** What its refusal carries for these roles, in an item that is there; null is the usual. */
  leads?: { roles: Role[]; to: (world: World) => Record<string, string> }
  /** Draws a captcha first. */
  captcha?: true
}
export type Rows<G extends Group> = { [A in keyof G]: Case[] }
