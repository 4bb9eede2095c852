import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** HTML written by a rule of ours in the middle of inline text. */
export function ownHtml(state: StateCore, html: string): Token {
  const token = new state.Token('own_html', '', 0)
  token.content = html
  return token
}

export function ownHtmlWriter(md: MarkdownIt): void {
  md.renderer.rules['own_html'] = (tokens, index) => tokens[index]!.content
}
