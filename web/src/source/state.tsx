import type { Answer } from '@sheaf/contract/client'
import { shortDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { sourcesWords } from './source.words.ts'

export type Source = Answer<'source', 'list'>[number]

/** A label, or the number of the version where it has none. */
export function useLabelOf() {
  const t = useWords(sourcesWords)
  return ({ label, seq }: { label: string; seq: string }) => (seq === '0' ? t.noVersion : label || t.version(seq))
}

/** The state of a source: a dot and a word. */
export function SourceState({ source }: { source: Pick<Source, 'state' | 'gone' | 'failing_since'> }) {
  const t = useWords(sourcesWords)
  const language = useLanguage()
  const [gone, since] = [Number(source.gone), Number(source.failing_since)]
  const [look, text] =
    source.state === 'held'
      ? ['warn ring', t.held]
      : since > 0
        ? ['warn', t.failing(shortDate(since, language))]
        : gone > 0
          ? ['warn', t.gone(gone)]
          : ['ok', t.inStep]
  return (
    <span className={`state ${look}`}>
      <i aria-hidden="true" />
      {text}
    </span>
  )
}
