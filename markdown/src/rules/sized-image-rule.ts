import type { MarkdownIt, StateInline } from 'markdown-it'

const size = /\s+=(\d{1,4}%?)?x(\d{1,4}%?)?\s*\)/y

function sizedImage(state: StateInline, silent: boolean): boolean {
  const { src, pos, md } = state
  if (!src.startsWith('![', pos)) return false
  const labelEnd = md.helpers.parseLinkLabel(state, pos + 1, false)
  if (labelEnd < 0 || src.charAt(labelEnd + 1) !== '(') return false
  let at = labelEnd + 2
  while (src.charAt(at) === ' ') at++
  const target = md.helpers.parseLinkDestination(src, at, state.posMax)
  if (!target.ok) return false
  size.lastIndex = target.pos
  const found = size.exec(src)
  if (!found || (!found[1] && !found[2]) || size.lastIndex > state.posMax) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.content = src.slice(pos + 2, labelEnd)
    token.children = []
    md.inline.parse(token.content, md, state.env, token.children)
    token.attrs = [
      ['src', md.normalizeLink(target.str)],
      ['alt', ''],
    ]
    if (found[1]) token.attrPush(['width', found[1]])
    if (found[2]) token.attrPush(['height', found[2]])
  }
  state.pos = size.lastIndex
  return true
}

/** editor.md's `![](a.png =100x200)`. */
export function sizedImageRule(md: MarkdownIt): void {
  md.inline.ruler.before('image', 'sized_image', sizedImage)
}
