import { CONTENT_MAX, type Language, NAME_MAX, Refusal } from '@sheaf/contract'

/** The text of a save: url-encoded content is decoded exactly once, what cannot be decoded stays as it is (S55). */
export function contentOf(sent: string, isEncoded: boolean): string {
  const content = isEncoded ? decoded(sent) : sent
  if (content.trim() === '') throw new Refusal('contentEmpty')
  if (content.length > CONTENT_MAX) throw new Refusal('tooLarge')
  return content.replaceAll('\0', '\uFFFD').toWellFormed()
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A page saved without a title gets one in the user's language. */
export function titleOf(sent: string, language: Language): string {
  const title = sent.trim()
  if (title.length > NAME_MAX) throw new Refusal('badInput', { field: 'page_title' })
  return title || (language === 'zh' ? '未命名页面' : 'Untitled page')
}
