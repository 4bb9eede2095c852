import { useSearchParams } from 'react-router'
import { useWords } from '../lib/words.ts'
import { outsideWords } from './link/outside.words.ts'

/** What went wrong on the way through another system, as the address names it: words of ours, never of the address. */
export function useProblem(): string {
  const t = useWords(outsideWords)
  const name = useSearchParams()[0].get('problem')
  if (!name) return ''
  const known: unknown = /^(outside|provider|register)[A-Z]/.test(name) ? t[name as keyof typeof t] : undefined
  return typeof known === 'string' ? known : t.problem
}
