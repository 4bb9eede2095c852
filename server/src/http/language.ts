import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@sheaf/contract'

export const cookieOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const cookies = headers.cookie
  if (!cookies) return undefined
  for (const part of cookies.split(';')) {
    const cut = part.indexOf('=')
    if (part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim()
  }
  return undefined
}

/** The language somebody chose, else the one the browser prefers. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const chosen = cookieOf(headers, 'lang') ?? cookieOf(headers, 'think_language')
  return (chosen ?? headers['accept-language'] ?? '').toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
