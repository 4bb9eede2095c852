import type { Meaning } from '@sheaf/markdown/meaning'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Skeleton } from '../../ui/placeholder.tsx'
import { Marked } from '../../ui/text/marked.tsx'
import { reviewWords } from '../suggestion.words.ts'
import type { MeaningRequest } from './meaning.worker.ts'
import type { Review, SuggestionInfo } from './model.ts'

/** Time limit for one comparison; 100 KB take a few hundred milliseconds. */
const TIMEOUT_MS = 10_000
const BONES_MAX = 4

/** Compares in a worker of its own, which ends with the comparison. An old browser and a test have none. */
async function meaningOf(request: MeaningRequest, signal: AbortSignal): Promise<Meaning[]> {
  if (typeof Worker === 'undefined') return (await import('@sheaf/markdown/meaning')).meaningBetween(request.before, request.after)
  const worker = new Worker(new URL('./meaning.worker.ts', import.meta.url), { type: 'module' })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Meaning[]>) => resolve(data)
      worker.onerror = () => reject(new Error('the texts could not be compared'))
      ended.addEventListener('abort', () => reject(ended.reason), { once: true })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}

/** The two texts: what accepting changes, or with unsettled conflicts what was suggested. */
function statesOf(info: SuggestionInfo, review: Review): MeaningRequest {
  if (review.conflicts > 0)
    return {
      before: { title: info.base_title, text: info.base_content },
      after: { title: info.page_title, text: info.page_content },
    }
  return {
    before: { title: review.titles.from, text: review.diff.left.join('\n') },
    after: { title: review.titles.to, text: review.result() },
  }
}

const signs: [RegExp, string, string][] = [
  [/\.added$/, '+', 'add'],
  [/\.removed$/, '−', 'del'],
  [/^field\.required$/, '!', 'warn'],
]

/** What the suggestion means for readers, in words; without the changes that are left out. */
export function ReviewMeaning({ info, review }: { info: SuggestionInfo; review: Review }) {
  const t = useWords(reviewWords)
  const language = useLanguage()
  const found = useQuery({
    queryKey: ['suggestion meaning', review.keys.after, language],
    queryFn: async ({ signal }) => {
      const states = statesOf(info, review)
      const [{ meaningLanguage, meaningText }, meanings] = await Promise.all([
        import('@sheaf/markdown/meaning-text'),
        meaningOf(states, signal),
      ])
      const list = meanings.map((meaning) => ({ kind: meaning.kind, section: meaning.section ?? '', text: meaningText(meaning, language) }))
      return { list, lang: meaningLanguage(language) }
    },
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  if (found.isError || found.data?.list.length === 0) return null
  return (
    <>
      <h2>{t.meaning}</h2>
      {found.data ? (
        <ul className="rv-meaning" aria-label={t.meaning} lang={found.data.lang}>
          {found.data.list.map(({ kind, section, text }, at) => {
            const [, sign, look] = signs.find(([pattern]) => pattern.test(kind)) ?? [undefined, '~', '']
            return (
              <li key={`${at + 1}`} className={look}>
                <i aria-hidden="true">{sign}</i>
                <span>
                  <Marked text={text} />
                  {section && kind.startsWith('field.') && <span className="muted"> · {section}</span>}
                </span>
              </li>
            )
          })}
        </ul>
      ) : (
        <Skeleton lines={Math.min(review.changes.length, BONES_MAX)} />
      )}
    </>
  )
}
