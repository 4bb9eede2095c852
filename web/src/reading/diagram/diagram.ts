import type { Language } from '@sheaf/contract/errors'
import { isDark } from '../../lib/preferences.ts'
import { articleWords } from '../reading.words.ts'

const translators: Record<string, () => Promise<(source: string, language: Language) => string>> = {
  mermaid: async () => (source) => source,
  mindmap: async () => (await import('./mindmap.ts')).mindmapToMermaid,
  flow: async () => (await import('./flow.ts')).flowToMermaid,
  sequence: async () => (await import('./sequence.ts')).sequenceToMermaid,
}

let count = 0

/** The source of each element a diagram stands in, which its text no longer is. */
const known = new WeakMap<HTMLElement, string>()
/** The theme each element is drawn for. */
const drawnDark = new WeakMap<HTMLElement, boolean>()

function sourceOf(element: HTMLElement) {
  const source = known.get(element) ?? element.textContent ?? ''
  known.set(element, source)
  return source
}

/** Draws the diagrams one after the other where their source stands; a change of the theme draws them anew. */
export function drawDiagrams(elements: HTMLElement[], language: Language, signal: AbortSignal) {
  const sources = new Map(elements.map((element) => [element, sourceOf(element)]))
  const drawAll = async () => {
    const { draw } = await import('./draw.ts')
    const dark = isDark()
    for (const [element, source] of sources) {
      if (signal.aborted) return
      if (drawnDark.get(element) === dark) continue
      try {
        const translate = await translators[element.dataset['kind'] ?? '']?.()
        if (!translate) continue
        count += 1
        const drawing = await draw(translate(source, language), `diagram-${count}`, dark)
        if (signal.aborted || dark !== isDark()) continue
        element.replaceChildren(drawing)
        drawnDark.set(element, dark)
        element.classList.remove('bad')
      } catch {
        if (!signal.aborted) showSource(element, source, articleWords[language].notDrawn)
      }
    }
  }
  let last = Promise.resolve()
  const again = () => {
    last = last.then(drawAll).catch(() => {})
  }
  again()
  const chosen = new MutationObserver(again)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  system?.addEventListener('change', again, { signal })
  signal.addEventListener('abort', () => chosen.disconnect())
}

function showSource(element: HTMLElement, source: string, note: string) {
  const words = document.createElement('div')
  words.className = 'diagram-note'
  words.textContent = note
  const code = document.createElement('code')
  code.textContent = source
  element.classList.add('bad')
  element.replaceChildren(words, code)
}
