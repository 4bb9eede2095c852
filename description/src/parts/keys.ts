/** The name of a part of a description, unique among the parts of its kind. */
export interface PartName {
  kind: 'introduction' | 'operation' | 'webhook' | 'schema'
  key: string
}

/** A path in which the names of its parameters do not matter: `/orders/{}`. */
export const neutralPath = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}')

/**
 * The keys of operations or webhooks, in their order. An operation is known by its operationId if no other one has it, otherwise by its
 * method and its path. A webhook is known by its name if it has a single method. `id` is '' unless it is unique.
 */
export function keysOf(
  parts: readonly { method: string; path: string; id: string }[],
  kind: 'operation' | 'webhook',
): { key: string; id: string }[] {
  const ids = countOf(parts.map(({ id }) => id))
  const names = countOf(parts.map(({ path }) => path))
  const taken = new Set<string>()
  return parts.map(({ method, path, id: given }) => {
    const id = ids.get(given) === 1 ? given : ''
    const byName = kind === 'webhook' && names.get(path) === 1 ? path : undefined
    const wanted = [byName ?? (kind === 'operation' && id ? id : `${method} ${neutralPath(path)}`), `${method} ${path}`]
    const key = wanted.find((one) => !taken.has(one)) ?? freeKey(wanted[1]!, taken)
    taken.add(key)
    return { key, id }
  })
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** A key with a number that no other part has. The same method and path twice is only possible with additional operations. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${key} (${number})`)) number++
  return `${key} (${number})`
}
