import type { Language } from '@sheaf/contract/errors'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { quoted } from './quotes.ts'

interface Step {
  kind: string
  text: string
  link?: string
}

const shapes: Record<string, [string, string]> = {
  start: ['([', '])'],
  end: ['([', '])'],
  operation: ['[', ']'],
  subroutine: ['[[', ']]'],
  condition: ['{', '}'],
  inputoutput: ['[/', '/]'],
  input: ['[/', '/]'],
  output: ['[/', '/]'],
  parallel: ['[', ']'],
}

/** Splits `key(yes, right)` into the step and the label of its arrow. Drawing directions are dropped: Mermaid chooses them. */
function readPart(part: string) {
  const match = /^([^()]+?)\s*(?:\((.*)\))?$/.exec(part.trim())
  if (!match) return undefined
  const word = (match[2] ?? '')
    .split(',')
    .map((one) => one.trim())
    .find((one) => one && !/^(left|right|top|bottom|path\d+)$/.test(one))
  return { key: match[1]!.trim(), word }
}

function readStep(line: string): [string, Step] | undefined {
  const match = /^([^\s=>]+)\s*=>\s*(\w+)\s*:?\s*(.*)$/.exec(line)
  if (!match || !Object.hasOwn(shapes, match[2]!)) return undefined
  const [, key, kind, rest = ''] = match
  const text = rest
    .replace(/:>\S*(\[\w+\])?\s*$/, '')
    .replace(/\|[\w-]+\s*$/, '')
    .trim()
  return [key!, { kind: kind!, text: text || key! }]
}

const words: InLanguages<Record<string, string>> = {
  en: { yes: 'Yes', no: 'No', true: 'True', false: 'False' },
  zh: { yes: '是', no: '否', true: '真', false: '假' },
}

/**
 * Converts flowchart.js syntax to Mermaid: `a=>operation: Text`, `a(right)->b`, `cond(yes)->e`. Links are dropped. Throws on an
 * unknown line and without a step.
 */
export function flowToMermaid(source: string, language: Language = 'en'): string {
  const steps = new Map<string, Step>()
  const arrows: string[] = []
  const ids = new Map<string, string>()
  const idOf = (key: string) => {
    if (!ids.has(key)) ids.set(key, `s${ids.size}`)
    return ids.get(key)!
  }
  /* The text of a step can continue on the next lines, up to the next step or arrow. */
  let last: Step | undefined
  for (const raw of source.split('\n')) {
    const line = raw.trim()
    if (!line) continue
    const step = readStep(line)
    if (step) {
      steps.set(...step)
      last = step[1]
    } else if (line.includes('->') && [...steps.keys()].some((key) => line.startsWith(key))) {
      last = undefined
      const parts = line.split('->').map(readPart)
      for (let at = 0; at + 1 < parts.length; at++) {
        const from = parts[at]
        const to = parts[at + 1]
        if (!from || !to) throw new Error(line)
        const word = from.word && (inLanguage(words, language)[from.word] ?? from.word)
        arrows.push(`  ${idOf(from.key)} -->${word ? `|${quoted(word)}|` : ''} ${idOf(to.key)}`)
      }
    } else if (last) last.text += `<br/>${line}`
    else throw new Error(line)
  }
  if (!steps.size) throw new Error('no step')
  const boxes = [...steps].map(([key, { kind, text }]) => `  ${idOf(key)}${shapes[kind]![0]}${quoted(text)}${shapes[kind]![1]}`)
  return ['flowchart TD', ...boxes, ...arrows].join('\n')
}
