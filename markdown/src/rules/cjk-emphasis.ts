import type { MarkdownIt } from 'markdown-it'

const letter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
const mark = /[\u3000-\u303f\uff01-\uff65“”‘’…—]/u

/**
 * Chinese has no spaces around words, so CommonMark's rule leaves the stars of `**参数：**值` and `是**“强”**的` as stars. Here
 * Chinese neighbours may open and close emphasis as well.
 */
export function cjkEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const last = this.src.charAt(start - 1)
      const next = this.src.charAt(start + found.length)
      if (!canSplitWord || last.trim() === '' || next.trim() === '') return found
      if (letter.test(last) || mark.test(next)) found.can_open = true
      if (letter.test(next) || mark.test(last)) found.can_close = true
      return found
    }
  }
}
