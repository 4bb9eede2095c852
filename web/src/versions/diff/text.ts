import type { Language } from '@sheaf/contract/errors'
import { apiPageLines, apiPageMarkdown } from '@sheaf/markdown/api-page'

/**
 * Two texts as they are compared. What an API client wrote is one line of JSON; it is compared as the documentation it becomes, and
 * when only something differs that the documentation does not show, as JSON in lines.
 */
export function comparable(one: string, other: string, language: Language): [string, string] {
  const shown = [one, other].map((text) => apiPageMarkdown(text, language) ?? text) as [string, string]
  return shown[0] === shown[1] && one !== other ? [apiPageLines(one), apiPageLines(other)] : shown
}
