import type { Token } from 'markdown-it'
import type { Need } from './types.ts'
import { diagramKind, ENDPOINT, fenceInfo, isMath } from './writers/fence-info.ts'

interface PageNeeds {
  needs: Set<Need>
  /** Languages of the page's code blocks. */
  languages: Set<string>
}

/** The modules that must be loaded: in the renderer before rendering, or in the browser for display. */
export function pageNeeds(tokens: Token[], found: PageNeeds = { needs: new Set(), languages: new Set() }): PageNeeds {
  for (const token of tokens) {
    if (token.type === 'math_inline' || token.type === 'math_block') found.needs.add('math')
    else if (token.type === 'fence') {
      const { language } = fenceInfo(token.info)
      const kind = isMath(language) ? 'math' : diagramKind(language)
      if (kind) found.needs.add(kind)
      else if (language && language !== ENDPOINT) found.languages.add(language)
    }
    if (token.children) pageNeeds(token.children, found)
  }
  return found
}
