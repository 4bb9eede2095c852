import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { createRenderer } from '../../editor/preview/render.ts'
import { useBoot } from '../../lib/boot.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ArticleBody, ownAnchors } from '../../reading/article/body.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import type { DiffView } from '../../versions/diff/table.tsx'
import { reviewWords } from '../suggestion.words.ts'
import type { Review } from './model.ts'

interface SideProps {
  side: 'before' | 'after'
  name: string
  title: string
  text: () => string
  /** Names the text: hashing it at each render would cost as much as the text is long. */
  id: string
}

function Side({ side, name, title, text, id }: SideProps) {
  const language = useLanguage()
  const { base } = useBoot()
  const root = useRef<HTMLDivElement>(null)
  const { data } = useQuery({
    queryKey: ['suggestion preview', language, id],
    queryFn: async ({ signal }) => {
      const renderer = createRenderer({ base, language })
      signal.addEventListener('abort', renderer.stop, { once: true })
      return (await renderer.render(text()).finally(renderer.stop)) ?? null
    },
    gcTime: 0,
  })
  return (
    <section className="rv-page" aria-label={name}>
      <h2>{name}</h2>
      <h1>{title}</h1>
      {data ? (
        <ArticleBody
          key={data.html}
          html={ownAnchors(data.html, `${side}-`)}
          needs={[...data.needs]}
          titled={false}
          searched=""
          root={root}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </section>
  )
}

interface Props {
  view: DiffView
  review: Review
}

/** The page as readers see it: now and with the suggestion, or only the latter in one column. */
export function PreviewView({ view, review }: Props) {
  const t = useWords(reviewWords)
  const { titles, diff, keys, result } = review
  return (
    <div className={`rv-preview ${view}`}>
      {view === 'two' && (
        <Side side="before" name={t.before} title={titles.from} text={() => diff.left.join('\n')} id={`before ${keys.before}`} />
      )}
      <Side side="after" name={t.after} title={titles.to} text={result} id={`after ${keys.after}`} />
    </div>
  )
}
