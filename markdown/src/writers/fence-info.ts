import type { Need } from '../types.ts'

interface FenceInfo {
  language: string
  /** The text in brackets: ```` ```js [vite.config.js] ````. */
  label: string
  /** Lines to highlight, counted from 1: ```` ```js{4,6-8} ````. */
  marks: Set<number>
}

/** Parses a fence's info string: language, `{4,6-8}` and `[label]`, each optional. Pandoc writes the language as a class: `{.python .input}`. */
export function fenceInfo(info: string): FenceInfo {
  const language = /^(?:\{\s*\.)?([^\s{}[:]*)/.exec(info.trim())![1]!.toLowerCase()
  const label = /\[([^[\]]{1,100})\]/.exec(info)?.[1]?.trim() ?? ''
  const marks = new Set<number>()
  for (const part of /\{([\d,\- ]{1,200})\}/.exec(info)?.[1]?.split(',') ?? []) {
    const [from = 0, to = from] = part.split('-').map(Number)
    for (let line = from; line >= 1 && line <= Math.min(to, from + 1000); line++) marks.add(line)
  }
  return { language, label, marks }
}

const diagrams: Record<string, Need> = { mermaid: 'mermaid', mindmap: 'mindmap', flow: 'flow', seq: 'sequence', sequence: 'sequence' }

/** The kind of diagram for a fence's language. The browser draws diagrams. */
export function diagramKind(language: string): Need | undefined {
  return Object.hasOwn(diagrams, language) ? diagrams[language] : undefined
}

export function isMath(language: string): boolean {
  return language === 'math' || language === 'katex' || language === 'latex'
}

/** Fences of this language contain a method and an address per line. */
export const ENDPOINT = 'endpoint'
