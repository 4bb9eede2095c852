import { isExternal, safeUrl, type UrlUse, withBase } from './safe-url.ts'

export type Attributes = Record<string, string>

export function keep(attribs: Attributes, name: string, value: string | undefined): void {
  if (value === undefined || value === '') delete attribs[name]
  else attribs[name] = value
}

function address(attribs: Attributes, name: string, use: UrlUse, base: string): void {
  if (attribs[name] === undefined) return
  const url = safeUrl(attribs[name], use)
  keep(attribs, name, url === undefined ? undefined : withBase(url, base))
}

export function link(attribs: Attributes, base: string): boolean {
  delete attribs['target']
  delete attribs['rel']
  address(attribs, 'href', 'link', base)
  const href = attribs['href']
  if (href !== undefined && isExternal(href)) Object.assign(attribs, { target: '_blank', rel: 'noopener noreferrer nofollow' })
  return href !== undefined || attribs['id'] !== undefined
}

export function image(attribs: Attributes, base: string): boolean {
  address(attribs, 'src', 'image', base)
  Object.assign(attribs, { loading: 'lazy', decoding: 'async' })
  attribs['alt'] ??= ''
  return attribs['src'] !== undefined
}

export function media(attribs: Attributes, base: string): boolean {
  address(attribs, 'src', 'media', base)
  address(attribs, 'poster', 'image', base)
  attribs['controls'] = ''
  keep(attribs, 'preload', attribs['preload'] === 'none' ? 'none' : 'metadata')
  return true
}

export function checkbox(attribs: Attributes): boolean {
  attribs['disabled'] = ''
  return attribs['type']?.toLowerCase() === 'checkbox'
}

export function font(attribs: Attributes): boolean {
  if (!/^(?:#[\da-f]{3,8}|[a-z]{3,30})$/i.test(attribs['color'] ?? '')) delete attribs['color']
  if (!/^[+-]?[1-7]$/.test(attribs['size'] ?? '')) delete attribs['size']
  return true
}

// The parser of the sanitiser writes attribute names in lower case; these two have a capital outside of browsers too.
export function drawing(attribs: Attributes): void {
  for (const name of ['viewBox', 'preserveAspectRatio']) {
    const value = attribs[name.toLowerCase()]
    if (value === undefined) continue
    delete attribs[name.toLowerCase()]
    attribs[name] = value
  }
}
