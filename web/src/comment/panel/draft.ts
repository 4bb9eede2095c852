import { stored } from '../../lib/stored.ts'

/** A mention as the text field shows it, and as it is sent. */
export interface Mention {
  shown: string
  sent: string
}

/** What a person has typed and not sent. */
export interface CommentDraft {
  text: string
  mentions: Mention[]
  /** The words that a new thread is about; absent for a reply and for the whole page. */
  place?: unknown
}

/** Unsent text of one person: of a thread (its id), of a new one ("new"), or of an own comment that is edited ("c" and its id). */
export const draftKey = (uid: string, page_id: string, of: string) => `sheaf.comment.${uid}.${page_id}.${of}`

export function readDraft(key: string): CommentDraft | undefined {
  const kept = stored.readJson(key) as Partial<CommentDraft> | undefined
  if (typeof kept?.text !== 'string' || kept.text.trim() === '') return undefined
  return { ...kept, text: kept.text, mentions: Array.isArray(kept.mentions) ? kept.mentions : [] }
}

export function keepDraft(key: string, draft: CommentDraft) {
  if (draft.text.trim() === '') stored.remove(key)
  else stored.write(key, JSON.stringify(draft))
}

export const forgetDraft = (key: string) => stored.remove(key)

/** `@[Liam Chen](user:17)`: names end before a bracket. */
const MENTION = /@\[([^\]\n]{1,100})\]\(((?:user|team):\d{1,10})\)/g

/** The text of a comment for its field: mentions become `@Liam Chen`, and `@Liam Chen (2)` for another person of this name. */
export function shownText(content: string): CommentDraft {
  const mentions: Mention[] = []
  const text = content.replace(MENTION, (sent, name: string) => {
    const known = mentions.find((one) => one.sent === sent)
    if (known) return known.shown
    let shown = `@${name}`
    for (let n = 2; mentions.some((one) => one.shown === shown); n++) shown = `@${name} (${n})`
    mentions.push({ shown, sent })
    return shown
  })
  return { text, mentions }
}

/** The text as it is sent: each mention that is still in it, longest names first, so that none is read as the beginning of another. */
export function sentText({ text, mentions }: CommentDraft): string {
  const longest = mentions.toSorted((a, b) => b.shown.length - a.shown.length)
  let sent = ''
  for (let at = 0; at < text.length; ) {
    const mention = text[at] === '@' ? longest.find(({ shown }) => text.startsWith(shown, at)) : undefined
    sent += mention ? mention.sent : text[at]
    at += mention ? mention.shown.length : 1
  }
  return sent
}

/** What is typed after an @ at the caret, or undefined. Chinese has no space before it; after a Latin word it is a mail address. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const before = text.slice(Math.max(0, caret - 40), caret)
  const found = /(?:^|[^\p{Script=Latin}\p{N}._+-])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]+)?)$/u.exec(before)
  return found ? { from: caret - (found[1]?.length ?? 0) - 1, typed: found[1] ?? '' } : undefined
}
