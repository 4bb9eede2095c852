import { sizeOf } from '../../lib/format/sizes.ts'
import { useWords } from '../../lib/words.ts'
import type { SiteFigures } from '../admin-rows.ts'
import { overviewWords } from './overview.words.ts'

export const numberOf = (n: number) => n.toLocaleString('en-US')

/** The four figures of the site as they stand. */
export function Figures({ now }: { now: SiteFigures['now'] }) {
  const t = useWords(overviewWords)
  const figures = [
    [t.users, numberOf(Number(now.users)), t.usersNew(Number(now.users_new))],
    [t.items, numberOf(Number(now.items)), t.archived(Number(now.items_archived))],
    [t.pages, numberOf(Number(now.pages)), t.pagesMore(Number(now.pages_more))],
    [t.stored, sizeOf(Number(now.stored)), t.files(Number(now.files))],
  ] as const
  return (
    <dl className="adm-figures">
      {figures.map(([name, figure, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className="num">{figure}</b>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
