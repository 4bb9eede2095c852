const METHOD_PATH = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\})/i

/** The path of an address without its server, query and fragment. */
const stepsOf = (address: string) =>
  address
    .replace(METHOD_PATH, '')
    .replace(/[?#][\s\S]*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .split('/')

/**
 * Whether a request of a page is one of the operation: the same method, and an address that ends with its path. A server can have a path
 * of its own in front of it.
 */
export function isRequestOf(request: { method: string; address: string }, operation: { method: string; path: string }): boolean {
  if (request.method !== operation.method) return false
  const [given, wanted] = [stepsOf(request.address), stepsOf(operation.path)]
  if (given.length < wanted.length) return false
  const last = given.slice(given.length - wanted.length)
  return wanted.every((step, at) => {
    const found = last[at] ?? ''
    // A part such as `{id}.json` can be anything that is not empty.
    return step.includes('{') ? found !== '' : found === step
  })
}
