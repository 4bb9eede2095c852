import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { FieldError } from '../../ui/forms/wrong.tsx'
import type { Migration } from './move.ts'
import { showdocWords } from './showdoc.words.ts'

/** How far it is, in words and as a bar, and the way to stop it. */
export function ShowdocRunning({ move, onChange }: { move: Migration; onChange: () => Promise<unknown> }) {
  const t = useWords(showdocWords)
  const language = useLanguage()
  const stop = useMutation({ ...write(api.adminShowdoc.stop), onSettled: onChange })
  const count = (n: number) => n.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-US')
  const { done, total } = move
  return (
    <section className="adm-moving">
      <h2>{move.what === 'move' ? t.moving(move.place) : t.comparing(move.place)}</h2>
      <p>
        <span aria-live="polite">{useStage(move)}</span>
        <span className="num muted">{total > 0 ? t.of(count(done), count(total)) : done > 0 ? count(done) : ''}</span>
      </p>
      <progress aria-label={t.title} {...(total > 0 ? { value: done, max: total } : {})} />
      <p className="muted">{t.leave}</p>
      <button type="button" className="btn" disabled={stop.isPending || stop.isSuccess} onClick={() => stop.mutate({})}>
        {stop.isPending || stop.isSuccess ? t.stopping : t.stop}
      </button>
      <FieldError>{stop.error?.message}</FieldError>
    </section>
  )
}

function useStage({ stage, table }: Migration): string {
  const t = useWords(showdocWords)
  const stages: Record<string, string> = {
    unpacking: t.unpacking,
    copying: t.copying,
    planning: t.planning,
    writing: t.writing(table),
    files: t.files,
    proving: t.proving,
    done: t.ended,
  }
  return stages[stage] ?? ''
}
