import type { MarkdownIt } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { ENDPOINT, fenceInfo } from '../writers/fence-info.ts'

/** Adds the code samples of a page made by an API client below its endpoint. */
export function samplesRule(md: MarkdownIt): void {
  md.core.ruler.push('samples', (state) => {
    const { samples } = state.env as PageEnv
    if (!samples) return
    const at = state.tokens.findIndex(
      ({ type, level, info, content }) =>
        type === 'fence' && level === 0 && fenceInfo(info).language === ENDPOINT && content.trim() === samples.endpoint,
    )
    if (at < 0) return
    const block = new state.Token('samples', '', 0)
    block.children = samples.list.map(({ label, language, text }) => {
      const fence = new state.Token('fence', 'code', 0)
      return Object.assign(fence, { info: language, content: text, meta: label })
    })
    state.tokens.splice(at + 1, 0, block)
  })
}
