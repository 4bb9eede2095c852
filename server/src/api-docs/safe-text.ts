import { maskedJson } from '@sheaf/description/secrets'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A body with the values of secret names masked if it is JSON, and reported. Other texts do not change. */
export function safeText(text: string, masked: (name: string) => void): string {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return text
  const safe = maskedJson(text)
  if (safe !== text) masked('body')
  return safe
}
