import type { LdapForm } from '@sheaf/contract'
import {
  type Entry,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  InsufficientAccessError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  OrFilter,
  SizeLimitExceededError,
} from 'ldapts'
import type { Connection } from './connect.ts'
import { dnKey, isWithin } from './dn.ts'
import { pagesBelow } from './pages.ts'

/** Levels of groups within groups that are followed. */
const NESTING_MAX = 5
/** Groups of one person; with more, none is known (S171). */
const GROUPS_MAX = 500
const DNS_PER_QUERY = 50

/** LDAP_MATCHING_RULE_IN_CHAIN of Active Directory, which follows groups within groups by itself. */
const IN_CHAIN = '1.2.840.113556.1.4.1941'
/** How Active Directory says in its root entry what it is. */
const ACTIVE_DIRECTORY = ['1.2.840.113556.1.4.800', '1.2.840.113556.1.4.1670', '1.2.840.113556.1.4.1851']

const valuesOf = (entry: Entry | undefined, field: string): string[] => {
  const key = Object.keys(entry ?? {}).find((name) => name.toLowerCase() === field.toLowerCase())
  return key === undefined ? [] : [entry?.[key] ?? []].flat().map(String)
}

interface Tree {
  form: LdapForm
  /** Where groups are searched. */
  bases: string[]
  isChained: boolean
}

/** The parts of the directory that contain the bound groups or the person. */
export async function treeOf({ client }: Connection, form: LdapForm, dns: string[]): Promise<Tree> {
  const { searchEntries } = await client.search('', {
    scope: 'base',
    attributes: ['namingContexts', 'supportedCapabilities'],
    timeLimit: 4,
  })
  const root = searchEntries[0]
  const contexts = valuesOf(root, 'namingContexts').filter((context) => dns.some((dn) => isWithin(dn, context)))
  return {
    form,
    bases: contexts.length ? contexts.slice(0, 3) : [form.base_dn],
    isChained: valuesOf(root, 'supportedCapabilities').some((one) => ACTIVE_DIRECTORY.includes(one)),
  }
}

class TooManyGroups extends Error {}

/** The DNs of the groups of which one of these entries is a member: all of them, or an error. */
async function groupsWith(connection: Connection, { form, bases }: Tree, filters: Filter[]): Promise<string[]> {
  const found: string[] = []
  for (const base of bases)
    for (let at = 0; at < filters.length; at += DNS_PER_QUERY) {
      const filter = new OrFilter({ filters: filters.slice(at, at + DNS_PER_QUERY) })
      try {
        for await (const { entries } of pagesBelow(connection, form, base, { filter, attributes: ['1.1'], pageSize: GROUPS_MAX + 1 })) {
          if (entries.length > GROUPS_MAX) throw new TooManyGroups()
          found.push(...entries.map(({ dn }) => dn))
        }
      } catch (error) {
        throw error instanceof SizeLimitExceededError ? new TooManyGroups() : error
      }
    }
  return found
}

const membersFilters = (dn: string): Filter[] => ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value: dn }))

/** All groups of an entry, also through other groups. A DN and a name are values of a filter and never its text (S87). */
async function groupsOf(connection: Connection, tree: Tree, dn: string, username: string, direct: string[]) {
  const found = new Set<string>()
  const add = (dns: string[]) => {
    const added = dns.filter((one) => {
      const key = dnKey(one)
      if (key === undefined || found.has(key)) return false
      found.add(key)
      return true
    })
    if (found.size > GROUPS_MAX) throw new TooManyGroups()
    return added
  }
  const chain = tree.isChained ? [new ExtensibleFilter({ matchType: 'member', rule: IN_CHAIN, value: dn })] : []
  const first = [...membersFilters(dn), ...chain, new EqualityFilter({ attribute: 'memberUid', value: username })]
  let level = add([...direct, ...(await groupsWith(connection, tree, first))])
  for (let depth = 1; depth < NESTING_MAX && level.length > 0; depth++)
    level = add(await groupsWith(connection, tree, level.flatMap(membersFilters)))
  return found
}

async function isThere({ client }: Connection, dn: string): Promise<boolean> {
  try {
    return (await client.search(dn, { scope: 'base', attributes: ['1.1'], timeLimit: 4 })).searchEntries.length > 0
  } catch (error) {
    if ([NoSuchObjectError, InsufficientAccessError, InvalidDNSyntaxError].some((kind) => error instanceof kind)) return false
    throw error
  }
}

export interface DirectoryGroups {
  /** Those of the bound groups that the person is in. */
  groups?: string[]
  unsaid?: 'tooMany'
  /** Bound groups that the bind DN cannot read, or that are gone: about them the directory says nothing. */
  unknown?: string[]
}

type GroupsOf = (person: { dn: string; username: string }) => Promise<DirectoryGroups>

/**
 * Answers for one person after another which of the bound groups their entry is in. `within` is where the people are. What does not depend
 * on the person is asked once.
 */
export async function boundGroups(connection: Connection, form: LdapForm, within: string, bound: readonly string[]): Promise<GroupsOf> {
  const tree = await treeOf(connection, form, [within, ...bound])
  const there = new Map<string, Promise<boolean>>()
  const isKnown = (group: string) => {
    const asked = there.get(group) ?? isThere(connection, group)
    there.set(group, asked)
    return asked
  }
  return async ({ dn, username }) => {
    const own = await connection.client.search(dn, { scope: 'base', attributes: ['memberOf'], timeLimit: 4 })
    try {
      const found = await groupsOf(connection, tree, dn, username, valuesOf(own.searchEntries[0], 'memberOf'))
      const isIn = (group: string) => found.has(dnKey(group) ?? '')
      const unknown: string[] = []
      for (const group of bound) if (!isIn(group) && !(await isKnown(group))) unknown.push(group)
      return { groups: bound.filter(isIn), unknown }
    } catch (error) {
      if (error instanceof TooManyGroups) return { unsaid: 'tooMany' }
      throw error
    }
  }
}
