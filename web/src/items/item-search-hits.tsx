import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { ItemSign, Marked } from './item-card.tsx'
import type { Tile } from './item-search.ts'
import type { TextSearch } from './item-search-inside.ts'
import { itemsWords } from './items.words.ts'

const FIRST = 5

function HitsOfItem({ item, pages, keyword }: { item: Tile; pages: TextSearch['found'][number]['pages']; keyword: string }) {
  const t = useWords(itemsWords)
  const [all, setAll] = useState(false)
  const shown = all ? pages : pages.slice(0, FIRST)
  return (
    <li className="inside-item">
      <h3>
        <ItemSign item={item} small />
        <Link className="cut" to={paths.item(item)}>
          {item.item_name}
        </Link>
        <span className="n">{t.pagesFound(pages.length)}</span>
      </h3>
      <ul>
        {shown.map((page) => (
          <li key={page.page_id}>
            <Link className="inside-hit" to={paths.page(item, page.page_id)}>
              <b>
                <Marked text={page.page_title} searched={keyword} />
              </b>
              <span className="snip">
                <Marked text={page.search_content} searched={keyword} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < pages.length && (
        <button type="button" className="btn quiet s" onClick={() => setAll(true)}>
          {t.showAll(pages.length - shown.length)}
        </button>
      )}
    </li>
  )
}

/** The pages that hold the searched text, under the item they belong to. */
export function SearchHits({ inside: { keyword, found, isBusy, hasMore, error, retry } }: { inside: TextSearch }) {
  const t = useWords(itemsWords)
  const total = found.reduce((sum, one) => sum + one.pages.length, 0)
  return (
    <section className="inside" aria-busy={isBusy} aria-label={t.inPages}>
      <div className="inside-head" role="status">
        <h2>{t.inPages}</h2>
        <span className="n">{isBusy ? t.lookingInside : error ? '' : hasMore ? t.bestFound(total) : t.pagesFound(total)}</span>
      </div>
      <ul className="inside-list">
        {found.map(({ item, pages }) => (
          <HitsOfItem key={`${item.item_id} ${keyword}`} item={item} pages={pages} keyword={keyword} />
        ))}
      </ul>
      {error && (
        <p className="line-note" role="alert">
          <span>
            {t.insideFailed} {error.message}
          </span>
          <button type="button" onClick={retry}>
            {t.again}
          </button>
        </p>
      )}
    </section>
  )
}
