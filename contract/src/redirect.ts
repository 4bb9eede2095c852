/** The redirect target after a sign-in or a password: only a path of this site is valid (S88). Server and browser both use this. */
export function sameSitePath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith('/') || /^\/[/\\]|[\\\s]/.test(target) || [...target].some((char) => char.charCodeAt(0) < 32)) return undefined
  try {
    const url = new URL(target, 'http://here.invalid')
    if (url.host !== 'here.invalid' || isOtherOrigin(url.pathname)) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

/** A proxy can decode the path again. A path that would then start another address is refused too. */
function isOtherOrigin(path: string): boolean {
  let decoded = path
  for (let n = 0; n < 3; n++) {
    if (/^\/[\s/\\]/.test(decoded)) return true
    const next = decodeURIComponent(decoded)
    if (next === decoded) return false
    decoded = next
  }
  return /^\/[\s/\\]/.test(decoded)
}
