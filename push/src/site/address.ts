/** Where a site begins, from whatever somebody copied: the home page, the address of a call, or one in ShowDoc's form. */
export function siteAddress(text: string): string | undefined {
  const written = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(written)) return undefined
  const { protocol, origin, pathname, username } = new URL(written)
  if (!/^https?:$/.test(protocol) || username) return undefined
  return origin + pathname.replace(/\/(?:server\/|index\.php|api\/).*$/, '').replace(/\/+$/, '')
}
