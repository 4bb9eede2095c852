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
export function SourceState({ source }: { source: Pick<Source, 'seq' | 'state' | 'gone' | 'failing_since'> }) {
  const t = useWords(sourcesWords)
  const language = useLanguage()
  const [gone, since] = [Number(source.gone), Number(source.failing_since)]
  const [look, text] =
    source.state === 'held'
      ? ['warn ring', t.held]
      : since > 0
        ? ['warn', t.failing(shortDate(since, language))]
        : source.seq === '0'
          ? ['warn ring', t.unread]
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

type Counts = Pick<Source, 'kind' | 'describable' | 'described' | 'described_here'>

/** In percent; 100 is shown only for everything, and 0 only for nothing. */
const percent = (part: number, total: number) => {
  const exact = (part * 100) / total
  return exact > 0 && exact < 1 ? 1 : exact > 99 && exact < 100 ? 99 : Math.round(exact)
}

/** How much of a source is described, by itself and by people; nothing for a source without a version. */
export function SourceCoverage({ source }: { source: Counts }) {
  const t = useWords(sourcesWords)
  const [total, own, here] = [Number(source.describable), Number(source.described), Number(source.described_here)]
  if (total === 0) return null
  const all = percent(own + here, total)
  const bySource = percent(own, total)
  return (
    <span className="src-coverage">
      <svg className="src-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="source" width={bySource} height="1" />
        <rect className="here" x={bySource} width={all - bySource} height="1" />
      </svg>
      {(source.kind === 'database' ? t.coverage : t.coverageApi)(all, bySource, all - bySource)}
    </span>
  )
}
