import { createHash } from 'node:crypto'

const ENTITY = /&(amp|lt|gt|quot|#0?39);/g
const chars: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" }

/** Undoes PHP's htmlspecialchars once. */
const unescapeOnce = (text: string) => text.replace(ENTITY, (_, name: string) => chars[name]!)

/** Whether a text can only have been written by htmlspecialchars: it has its entities, no bare `<` `>` `"`, and no other `&`. */
const looksEscaped = (text: string) => /&(?:amp|lt|gt|quot|#0?39);/.test(text) && !/[<>"]|&(?!(?:amp|lt|gt|quot|#0?39);)/.test(text)

const digest = (text: string) => createHash('sha1').update(text).digest('base64')

/**
 * Decides per text whether an export carries it escaped, as older ShowDoc stores it. The same export has every page also as
 * a Markdown file, always as its readers see it; a page found there decides for itself, and its like for the names. Where no
 * file tells, a text is unescaped if it looks escaped and no page of the export has proved that texts are raw.
 */
export class EscapeJudge {
  private readonly seen = new Set<string>()
  private escaped = false
  private raw = false
  private declared = false

  /** A Markdown file of the export. */
  witness(text: string): void {
    this.seen.add(digest(text))
  }

  /** Learns from a page's content before anything is decided. */
  learn(content: string): void {
    const plain = unescapeOnce(content)
    if (plain === content) return
    if (this.seen.has(digest(content))) this.raw = true
    else if (this.seen.has(digest(plain)) || this.seen.has(digest(withoutQuotes(content)))) this.escaped = true
  }

  /** The export says itself that its texts are raw. */
  declareRaw(): void {
    this.declared = true
  }

  content(text: string): string {
    const plain = unescapeOnce(text)
    if (this.declared || plain === text || this.seen.has(digest(text))) return text
    if (this.seen.has(digest(plain)) || this.seen.has(digest(withoutQuotes(text)))) return plain
    return this.name(text)
  }

  /** A title, name or comment, of which there is no file. */
  name(text: string): string {
    if (this.declared || (this.raw && !this.escaped)) return text
    return looksEscaped(text) ? unescapeOnce(text) : text
  }
}

/** As PHP before 8.1 unescapes for its files: without the apostrophe. */
const withoutQuotes = (text: string) => text.replace(ENTITY, (whole, name: string) => (name.startsWith('#') ? whole : chars[name]!))
