/** Where to go after a login or a password: only a path of this site counts (S88). Server and browser ask here alike. */
export function sameSitePath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith('/') || /^\/[/\\]|[\\\s]/.test(target) || [...target].some((sign) => sign.charCodeAt(0) < 32)) return undefined
  try {
    const url = new URL(target, 'http://here.invalid')
    if (url.host !== 'here.invalid' || isOtherOrigin(url.pathname)) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

/** Somebody behind us may decode once more: what would then begin another address does not count either. */
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
