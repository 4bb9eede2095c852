import { isObject, own } from '../../json.ts'
import { type CallInks, targetInk } from './call-ink.ts'
import { joined, sha256 } from './canon.ts'
import type { Call, Described } from './described.ts'
import { BOTH, type Ink } from './ink.ts'
import { outline } from './shape.ts'

/** Steps that all questions about reach may take together. */
const STEPS_MAX = 20_000_000

type Edge = [key: string, mask: number]

/** Users of each part as pairs of an index and a mask, one after the other. */
type Users = number[][]

/** The calls that reach a part. */
export interface Reach {
  /** In the order of the description. */
  calls: { call: Call; mask: number }[]
}

/** What refers to what in one description: calls, schemas by name, authorization and servers. */
export class Uses {
  readonly inks = new Map<string, Ink>()
  private readonly edges = new Map<string, Edge[]>()
  private readonly indexes = new Map<string, number>()
  private users: { parts: Users; calls: Users } | undefined
  private readonly described: Described
  private readonly calls: readonly Call[]
  private readonly callInks: CallInks
  private steps = STEPS_MAX
  private known: Map<string, string> | undefined

  constructor(described: Described, callInks: CallInks) {
    this.described = described
    this.callInks = callInks
    this.calls = [...described.operations, ...described.webhooks]
    const open = new Set([...described.schemas.keys()].map((name) => `schema ${name}`))
    for (const call of this.calls) for (const key of callInks.of(call).uses.keys()) open.add(key)
    // The set grows while it is read.
    for (const key of open) {
      const ink = targetInk(described, callInks, key)
      this.inks.set(key, ink)
      this.edges.set(key, [...ink.uses])
      this.indexes.set(key, this.indexes.size)
      for (const inner of ink.uses.keys()) open.add(inner)
    }
    this.addSubtypes()
  }

  /** Whether the limit of steps was reached, so that a reach can be incomplete. */
  get isCut(): boolean {
    return this.steps <= 0
  }

  /** A schema with a discriminator and without alternatives can be each schema that contains it. */
  private addSubtypes(): void {
    const { schemas } = this.described
    const isBase = (schema: unknown) =>
      isObject(schema) && own(schema, 'discriminator') !== undefined && !own(schema, 'oneOf') && !own(schema, 'anyOf')
    if (![...schemas.values()].some(isBase)) return
    for (const [name, schema] of schemas)
      for (const key of outline(this.described, schema).refs)
        if (isBase(this.described.target(key))) this.edges.get(key)?.push([`schema ${name}`, BOTH])
  }

  /** The calls that reach a part by its name, with the directions in which they do. */
  reach(key: string): Reach {
    this.users ??= this.reversed()
    const start = this.indexes.get(key)
    if (start === undefined) return { calls: [] }
    const seen = new Map([[start, BOTH]])
    const found = new Map<number, number>()
    const open = [start]
    for (let at = open.pop(); at !== undefined && this.steps > 0; at = open.pop()) {
      const mask = seen.get(at) ?? 0
      eachUser(this.users.calls[at], mask, (call, own) => found.set(call, (found.get(call) ?? 0) | own))
      eachUser(this.users.parts[at], mask, (user, own) => {
        const known = seen.get(user) ?? 0
        if ((known | own) === known) return
        seen.set(user, known | own)
        open.push(user)
      })
      this.steps -= 1 + ((this.users.parts[at]?.length ?? 0) + (this.users.calls[at]?.length ?? 0)) / 2
    }
    const calls = [...found].sort(([a], [b]) => a - b).map(([index, mask]) => ({ call: this.calls[index]!, mask }))
    return { calls }
  }

  private reversed(): { parts: Users; calls: Users } {
    const [parts, calls]: [Users, Users] = [[], []]
    const add = (users: Users, key: string, index: number, mask: number) => {
      const at = this.indexes.get(key)
      if (at === undefined) return
      users[at] ??= []
      users[at].push(index, mask)
    }
    for (const [user, edges] of this.edges) for (const [key, mask] of edges) add(parts, key, this.indexes.get(user) ?? 0, mask)
    for (const [index, call] of this.calls.entries()) for (const [key, mask] of this.callInks.of(call).uses) add(calls, key, index, mask)
    return { parts, calls }
  }

  /** A hash of a part with all that it refers to, without texts. */
  sealOf({ shape, uses }: Ink): string {
    this.known ??= this.seals()
    return sha256(joined([shape, ...[...uses.keys()].sort().flatMap((key) => [key, this.known?.get(key) ?? ''])]))
  }

  /** Hashes of all named parts. Parts that refer to each other in a circle share one. */
  private seals(): Map<string, string> {
    const seals = new Map<string, string>()
    for (const group of circles(this.edges)) {
      const own = group.map((key) => joined([key, this.inks.get(key)?.shape ?? ''])).sort()
      const members = new Set(group)
      const outside = group.flatMap((key) => (this.edges.get(key) ?? []).map(([to]) => to)).filter((to) => !members.has(to))
      const seal = sha256(joined([...own, ...[...new Set(outside)].sort().flatMap((to) => [to, seals.get(to) ?? ''])]))
      for (const key of group) seals.set(key, seal)
    }
    return seals
  }
}

/** Calls `each` for the users whose direction is in the mask. */
function eachUser(users: readonly number[] | undefined, mask: number, each: (index: number, mask: number) => void): void {
  if (users) for (let at = 0; at < users.length; at += 2) if ((users[at + 1]! & mask) > 0) each(users[at]!, users[at + 1]! & mask)
}

/** Groups of parts that refer to each other, each after the groups that it refers to (Tarjan's algorithm, without recursion). */
function circles(edges: ReadonlyMap<string, readonly Edge[]>): string[][] {
  const groups: string[][] = []
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  for (const start of edges.keys()) {
    if (order.has(start)) continue
    const path: { key: string; next: number }[] = []
    const enter = (key: string) => {
      order.set(key, order.size)
      low.set(key, order.get(key)!)
      stack.push(key)
      onStack.add(key)
      path.push({ key, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = edges.get(top.key)?.[top.next++]
      if (edge) {
        const [to] = edge
        if (!order.has(to)) enter(to)
        else if (onStack.has(to)) low.set(top.key, Math.min(low.get(top.key)!, order.get(to)!))
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) low.set(parent.key, Math.min(low.get(parent.key)!, low.get(top.key)!))
      if (low.get(top.key) !== order.get(top.key)) continue
      const group: string[] = []
      for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
        onStack.delete(key)
        group.push(key)
        if (key === top.key) break
      }
      groups.push(group)
    }
  }
  return groups
}
