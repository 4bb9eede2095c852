import type { Answer } from '@sheaf/contract/client'
import { useWords } from '../lib/words.ts'
import { sourcesWords } from './source.words.ts'

export type Source = Answer<'source', 'list'>[number]

/** A label, or the number of the version where it has none. */
export function useLabelOf() {
  const t = useWords(sourcesWords)
  return ({ label, seq }: { label: string; seq: string }) => (seq === '0' ? t.noVersion : label || t.version(seq))
}

/** The state of a source: a dot and a word. */
export function SourceState({ source }: { source: Pick<Source, 'state' | 'gone'> }) {
  const t = useWords(sourcesWords)
  const gone = Number(source.gone)
  const [look, text] = source.state === 'held' ? ['warn ring', t.held] : gone > 0 ? ['warn', t.gone(gone)] : ['ok', t.inStep]
  return (
    <span className={`state ${look}`}>
      <i aria-hidden="true" />
      {text}
    </span>
  )
}
