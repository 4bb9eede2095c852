export type UrlUse = 'link' | 'image' | 'media'

const schemes: Record<UrlUse, string[]> = {
  link: ['http', 'https', 'mailto', 'tel'],
  image: ['http', 'https'],
  media: ['http', 'https'],
}
const picture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=]*$/i

/** The address as a browser reads it, or undefined if it is not allowed for this use. */
export function safeUrl(value: string, use: UrlUse): string | undefined {
  // Browsers remove control characters before they parse the scheme, so this code does the same.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
  const url = value.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  const scheme = /^[^/?#]*?:/
    .exec(url.replace(/[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, ''))?.[0]
    .slice(0, -1)
    .toLowerCase()
  if (scheme === undefined || schemes[use].includes(scheme)) return url
  return use === 'image' && picture.test(url) ? url : undefined
}

/** Whether an address leads to another site. Backslashes count as slashes, as in browsers. */
export function isExternal(url: string): boolean {
  return /^(?:https?:|[\\/]{2})/i.test(url)
}

/** Adds the server's base path to a root-relative address that lacks it. */
export function withBase(url: string, base: string): string {
  const prefix = base.replace(/\/+$/, '')
  if (prefix === '' || !url.startsWith('/') || isExternal(url)) return url
  return url === prefix || url.startsWith(`${prefix}/`) ? url : prefix + url
}
