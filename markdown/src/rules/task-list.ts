import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { ownHtml } from '../writers/own-html.ts'

const box = /^\[([ xX])\](?=\s|$)/

function tasks(state: StateCore): void {
  const lists: Token[] = []
  const { tokens } = state
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token)
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    if (token.type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') continue
    const first = token.children?.[0]
    const match = first?.type === 'text' ? box.exec(first.content) : null
    if (!match || !first) continue
    first.content = first.content.slice(3)
    const name = state.md.utils.escapeHtml(
      token
        .children!.map(({ content }) => content)
        .join('')
        .trim(),
    )
    const checked = match[1] === ' ' ? '' : ' checked'
    token.children!.unshift(ownHtml(state, `<input type="checkbox" disabled${checked} aria-label="${name}">`))
    lists.at(-1)?.attrSet('class', 'tasks')
  }
}

/** `- [ ] open` and `- [x] done`. */
export function taskList(md: MarkdownIt): void {
  md.core.ruler.push('tasks', tasks)
}
