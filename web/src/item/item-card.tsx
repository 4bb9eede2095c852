import { SINGLE_PAGE, TABLE } from '@sheaf/contract/limits'
import { BookOpen, FileText, Lock, Settings, Table2 } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { longDate, shortDate } from '../lib/dates.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { IconLink } from '../ui/icon-button.tsx'
import { pieces, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

/** The first letter or hanzi of the name on one of six pigments. */
export function ItemSign({ item, small }: { item: Pick<Tile, 'item_id' | 'item_name'>; small?: boolean }) {
  const first = [...item.item_name.trim()].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '·'
  return (
    <span className={`sign c${(Number(item.item_id) % 6) + 1}${small ? ' small' : ''}`} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  )
}

export function Marked({ text, searched }: { text: string; searched: string }) {
  let at = 0
  return pieces(text, searched).map((piece) => {
    at += piece.text.length
    return piece.hit ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>
  })
}

function Kind({ item_type }: { item_type: string }) {
  const t = useWords(itemsWords)
  const Icon = item_type === String(SINGLE_PAGE) ? FileText : item_type === String(TABLE) ? Table2 : BookOpen
  return (
    <>
      <Icon className="i" aria-hidden="true" />
      {item_type === String(SINGLE_PAGE) ? t.singlePage : item_type === String(TABLE) ? t.spreadsheet : t.pages}
    </>
  )
}

/** One item of "My items"; all of it is the link, the owner's action lies above it. */
export function ItemCard({ item, searched = '' }: { item: Tile; searched?: string }) {
  const t = useWords(itemsWords)
  const language = useLanguage()
  const changed = Number(item.last_update_time)
  return (
    <li className="ic">
      <div className="h">
        <ItemSign item={item} />
        <h2>
          <Link className="go cut" to={paths.item(item)}>
            <Marked text={item.item_name} searched={searched} />
          </Link>
          {item.is_private === 1 && <Lock className="i" role="img" aria-label={t.isPrivate} />}
        </h2>
      </div>
      {item.item_description && (
        <p>
          <Marked text={item.item_description} searched={searched} />
        </p>
      )}
      <div className="f">
        <Kind item_type={item.item_type} />
        <span className="mid-dot" aria-hidden="true" />
        <time dateTime={new Date(changed * 1000).toISOString()} title={t.changed(longDate(changed, language))}>
          {shortDate(changed, language)}
        </time>
        {item.is_archived === '1' && <span className="tag">{t.archived}</span>}
      </div>
      {item.manage === 1 && (
        <span className="acts">
          <IconLink name={t.settingsOf(item.item_name)} to={paths.itemSetting(item.item_id)}>
            <Settings className="i" aria-hidden="true" />
          </IconLink>
        </span>
      )}
    </li>
  )
}
