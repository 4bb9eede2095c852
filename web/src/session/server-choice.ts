import { isSecretName } from '@sheaf/description/secret-names'
import { stored } from '../lib/stored.ts'

/**
 * The server that a reader chose for the operations of a source, in this browser. The endpoints of the page and the console show this one
 * choice and write it.
 */
interface ServerChoice {
  /** The number of an environment, or the address of a server with its variables. */
  server: string
  /** What the reader typed for variables, by name; servers share them. */
  values: Record<string, string>
  /** The address that follows from both. */
  address: string
}

const VALUES_MAX = 20
const CHARS_MAX = 2000

const keyOf = (scope: string, source: string) => `sheaf.server.${scope}.${source}`
const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= CHARS_MAX

/** What is stored can be of another version of the product, or written by another program. */
export function readServer(scope: string, source: string): ServerChoice | undefined {
  const found = stored.readJson(keyOf(scope, source)) as Partial<ServerChoice> | undefined
  if (typeof found !== 'object' || !isShort(found.server) || !isShort(found.address)) return undefined
  const values = Object.entries(found.values ?? {}).filter(([name, value]) => isShort(name) && isShort(value))
  return { server: found.server, address: found.address, values: Object.fromEntries(values.slice(0, VALUES_MAX)) }
}

/**
 * The place of the choice among these servers, 0 for none of them. Where environments take the place of servers, the one with the address
 * that was chosen before stays chosen.
 */
export function placeOfChoice(servers: readonly { env_id?: string; url: string }[], choice: ServerChoice | undefined): number {
  if (!choice) return 0
  const same = servers.findIndex(({ env_id, url }) => (env_id ?? url) === choice.server)
  return Math.max(0, same >= 0 ? same : servers.findIndex(({ env_id, url }) => env_id !== undefined && url === choice.address))
}

type Follower = (scope: string, source: string, by: unknown) => void

const followers = new Set<Follower>()

/** Follows choices in this tab until the returned function is called. `by` is what wrote the choice. */
export function followServers(follower: Follower): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

/** Values of variables with the name of a secret are not kept. */
export function writeServer(scope: string, source: string, choice: ServerChoice | undefined, by?: unknown) {
  const key = keyOf(scope, source)
  if (choice) {
    const values = Object.entries(choice.values).filter(([name]) => !isSecretName(name))
    stored.write(key, JSON.stringify({ ...choice, values: Object.fromEntries(values.slice(-VALUES_MAX)) }))
  } else stored.remove(key)
  for (const follower of followers) follower(scope, source, by)
}
