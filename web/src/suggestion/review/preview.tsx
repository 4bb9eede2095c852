import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { createRenderer } from '../../editor/preview/render.ts'
import { useBoot } from '../../lib/boot.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ArticleBody } from '../../reading/article/body.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import type { DiffView } from '../../versions/diff/table.tsx'
import { reviewWords } from '../suggestion.words.ts'

function Side({ name, title, text }: { name: string; title: string; text: string }) {
  const language = useLanguage()
  const { base } = useBoot()
  const root = useRef<HTMLDivElement>(null)
  const renderer = useMemo(() => createRenderer({ base, language }), [base, language])
  useEffect(() => () => renderer.stop(), [renderer])
  const { data } = useQuery({
    queryKey: ['suggestion preview', language, text],
    queryFn: async () => (await renderer.render(text)) ?? null,
    gcTime: 0,
  })
  return (
    <section className="rv-page" aria-label={name}>
      <h2>{name}</h2>
      <h1>{title}</h1>
      {data ? (
        <ArticleBody key={data.html} html={data.html} needs={[...data.needs]} titled={false} searched="" root={root} />
      ) : (
        <Skeleton lines={8} />
      )}
    </section>
  )
}

interface Props {
  view: DiffView
  before: { title: string; text: string }
  after: { title: string; text: string }
}

/** The page as readers see it: now and with the suggestion, or only the latter in one column. */
export function PreviewView({ view, before, after }: Props) {
  const t = useWords(reviewWords)
  return (
    <div className={`rv-preview ${view}`}>
      {view === 'two' && <Side name={t.before} {...before} />}
      <Side name={t.after} {...after} />
    </div>
  )
}
