import type { Answer } from '@sheaf/contract/client'
import { SELECTED_PAGES_MAX } from '@sheaf/contract/limits'
import { useLanguage, useWords } from '../../lib/words.ts'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { manyWords } from './many.words.ts'

/** "14 pages and 2 catalogs". */
export function useWhat() {
  const t = useWords(manyWords)
  return (pages: number, catalogs: number) => t.what(pages, catalogs, pages > 0 && catalogs > 0 ? 'yes' : 'no')
}

export type ManyAction = 'move' | 'copy' | 'delete'
/** What the bar also offers: who is responsible, what the user watches, and an export. */
export type BarAction = ManyAction | 'review' | 'watch'

interface Props {
  action: ManyAction
  check: Answer<'tree', 'check'>
  /** The name of the target item; empty for a deletion. */
  to: string
  isElsewhere: boolean
}

/** What the action would do, in sentences, or why it is not possible. */
export function Happens({ action, check, to, isElsewhere }: Props) {
  const t = useWords(manyWords)
  const whatOf = useWhat()
  const n = (digits: string) => Number(digits)
  const listed = useListed()
  const [pages, catalogs, suggestions, threads] = [check.pages, check.catalogs, check.suggestions, check.threads].map(n) as [
    number,
    number,
    number,
    number,
  ]
  const what = whatOf(pages, catalogs)
  const names = listed(check.names.map((name) => `“${name}”`))
  const hindrances = {
    '': '',
    inside: t.inside(names),
    too_deep: t.tooDeep(names),
    of_others: action === 'delete' ? t.othersDelete(names) : t.othersMove(names),
    too_many: t.tooMany(SELECTED_PAGES_MAX),
  }
  const hindrance = hindrances[check.hindrance]
  if (hindrance) return <FieldError>{hindrance}</FieldError>

  const talk = action === 'delete' ? t.talkEnds : t.talk
  const sentences: [text: string | false, look?: string][] = [
    [action === 'move' && t.moves(what, to), 'first'],
    [action === 'copy' && t.copies(what, to), 'first'],
    [action === 'delete' && t.deletes(pages), 'first'],
    [action === 'delete' && catalogs > 0 && t.removes(catalogs)],
    [check.becomes_public && t.becomesPublic, 'warn'],
    [n(check.gain) > 0 && t.gain(n(check.gain)), 'warn'],
    [check.becomes_private && t.becomesPrivate, 'warn'],
    [n(check.lose) > 0 && t.lose(n(check.lose)), 'warn'],
    [action === 'move' && isElsewhere && t.keeps],
    [action === 'move' && n(check.page_links) > 0 && t.pageLinks(n(check.page_links))],
    [action === 'move' && n(check.mocks) > 0 && t.mocks(n(check.mocks))],
    [action === 'copy' && t.fresh],
    [suggestions + threads > 0 && talk(suggestions, threads, suggestions > 0 && threads > 0 ? 'yes' : 'no', suggestions + threads)],
    [action === 'delete' && pages > 0 && t.linksEnd],
    [n(check.stewards) > 0 && t.stewards(n(check.stewards)), 'warn'],
    [check.editing.length > 0 && t.editing(listed(check.editing), check.editing.length), 'warn'],
  ]
  return (
    <ul className="many-happens" aria-label={t.happens}>
      {sentences.map(
        ([text, look]) =>
          text && (
            <li key={text} className={look}>
              {text}
            </li>
          ),
      )}
    </ul>
  )
}

function useListed() {
  const language = useLanguage()
  return (names: string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}
