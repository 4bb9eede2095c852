import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import type { SiteFigures } from '../admin-rows.ts'
import { numberOf } from './figures.tsx'
import { overviewWords } from './overview.words.ts'

/** The items whose pages are read most, as bars. */
export function MostRead({ items }: { items: SiteFigures['most_read'] }) {
  const t = useWords(overviewWords)
  const most = Math.max(1, ...items.map((item) => Number(item.views)))
  return (
    <section>
      <h2>{t.mostRead}</h2>
      <p className="muted">{t.mostReadText}</p>
      {items.length === 0 && <p className="muted adm-none">{t.mostReadNone}</p>}
      <ol className="adm-bars">
        {items.map((item) => (
          <li key={item.item_id}>
            <Link className="cut" to={paths.item(item)} title={item.item_name}>
              {item.item_name}
            </Link>
            <i aria-hidden="true">
              <em style={{ width: `${(Number(item.views) / most) * 100}%` }} />
            </i>
            <span className="num">{numberOf(Number(item.views))}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
