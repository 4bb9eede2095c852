import type { Answer } from '@sheaf/contract/client'
import { API_ITEM, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { Activity, BookOpen, Braces, Ellipsis, FileText, Lock, LogOut, Settings, Star, Table2 } from 'lucide-react'
import { Fragment, memo, type SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Grip } from '../ui/drag/sortable.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Doer } from '../ui/person.tsx'
import { Breakable } from '../ui/text/breakable.tsx'
import { highlightPieces, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

export type Latest = Answer<'item', 'latest'>[number]

/** The first letter or Chinese character of the name on one of six colours. */
export function ItemIcon({ item, small }: { item: Pick<Tile, 'item_id' | 'item_name'>; small?: boolean }) {
  const first = [...item.item_name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '·'
  return (
    <span className={`sign c${(Number(item.item_id) % 6) + 1}${small ? ' small' : ''}`} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  )
}

export function Marked({ text, searched, wraps = false }: { text: string; searched: string; wraps?: boolean }) {
  let at = 0
  return highlightPieces(text, searched).map((piece) => {
    at += piece.text.length
    if (piece.hit) return <mark key={at}>{piece.text}</mark>
    return <Fragment key={at}>{wraps ? <Breakable>{piece.text}</Breakable> : piece.text}</Fragment>
  })
}

const kinds = {
  [SINGLE_PAGE]: { Icon: FileText, name: 'singlePage', hasPages: false },
  [API_ITEM]: { Icon: Braces, name: 'apiPages', hasPages: true },
  [SPREADSHEET_ITEM]: { Icon: Table2, name: 'spreadsheet', hasPages: false },
} as const
const regular = { Icon: BookOpen, name: 'pages', hasPages: true } as const

/** The last change: its page, or the kind of an item that is one page, then who made it and when. */
function Change({ item, latest }: { item: Tile; latest: Latest | null | undefined }) {
  const t = useWords(itemsWords)
  const language = useLanguage()
  const { Icon, name, hasPages } = kinds[Number(item.item_type) as keyof typeof kinds] ?? regular
  const at = Number(latest?.addtime ?? item.last_update_time)
  return (
    <div className="change">
      <span className="cut" data-tip={t[name]}>
        <Icon className="i" role="img" aria-label={t[name]} />
        {hasPages ? (latest?.page_title ?? (latest === null && t.noPages)) : <span aria-hidden="true">{t[name]}</span>}
      </span>
      <span className="cut">{latest && <Doer name={latest.author_name} username={latest.author_username} />}</span>
      {/* Pages from ShowDoc can have no time. */}
      {at > 0 && <time dateTime={new Date(at * 1000).toISOString()}>{shortDate(at, language)}</time>}
    </div>
  )
}

interface MenuProps {
  item: Tile
  latest: Latest | null | undefined
  onExit: (item: Tile) => void
}

function CardMenu({ item, latest, onExit }: MenuProps) {
  const t = useWords(itemsWords)
  return (
    <Menu
      label={t.more(item.item_name)}
      button={(opener) => (
        <IconButton name={t.more(item.item_name)} {...opener}>
          <Ellipsis className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {latest && (
        <MenuItem icon={<FileText className="i" aria-hidden="true" />} to={paths.page(item, latest.page_id)}>
          {t.openLatest}
        </MenuItem>
      )}
      <MenuItem icon={<Activity className="i" aria-hidden="true" />} to={paths.changes(item.item_id)}>
        {t.changes}
      </MenuItem>
      {item.manage === 1 && (
        <MenuItem icon={<Settings className="i" aria-hidden="true" />} to={paths.itemSetting(item.item_id)}>
          {t.settings}
        </MenuItem>
      )}
      {item.creator !== 1 && (
        <MenuItem bad icon={<LogOut className="i" aria-hidden="true" />} onSelect={() => onExit(item)}>
          {t.exitDo}
        </MenuItem>
      )}
    </Menu>
  )
}

/** A name that is cut is shown whole to the mouse and to the keyboard. */
const showCutName = ({ currentTarget: { dataset, scrollHeight, clientHeight, textContent } }: SyntheticEvent<HTMLElement>) => {
  if (scrollHeight > clientHeight) dataset['tip'] = textContent ?? ''
  else delete dataset['tip']
}

interface CardProps extends MenuProps {
  searched: string
  movable: boolean
  helpId: string
  onStar: (item: Tile) => void
}

/** One item of "My items"; the whole card is a link, with the actions above it. The list shows the same parts in a row. */
export const ItemCard = memo(function ItemCard({ item, latest, searched, movable, helpId, onStar, onExit }: CardProps) {
  const t = useWords(itemsWords)
  const isStarred = item.top === 1
  return (
    <li className="ic" data-sort={item.item_id}>
      <ItemIcon item={item} />
      <h3>
        <Link className="go" to={paths.item(item)} draggable={!movable} onPointerEnter={showCutName} onFocus={showCutName}>
          <Marked text={item.item_name} searched={searched} wraps />
        </Link>
        {item.is_archived === '1' && <span className="tag">{t.archived}</span>}
      </h3>
      {item.item_description ? (
        <p className="about cut">
          <Marked text={item.item_description} searched={searched} />
        </p>
      ) : (
        item.manage === 1 &&
        item.is_archived === '0' && (
          // The menu leads to the same place by keyboard.
          <Link className="about add" to={paths.itemSetting(item.item_id)} tabIndex={-1}>
            {t.describe}
          </Link>
        )
      )}
      <Change item={item} latest={latest} />
      <span className="flags">
        {latest?.is_unread === 1 && <i className="unread" role="img" aria-label={t.unread} data-tip={t.unread} />}
        {item.is_private === 1 && <Lock className="i" role="img" aria-label={t.isPrivate} />}
      </span>
      <span className="acts">
        {movable && <Grip name={item.item_name} helpId={helpId} />}
        <IconButton
          name={isStarred ? t.unstar(item.item_name) : t.star(item.item_name)}
          className={isStarred ? 'star starred' : 'star'}
          onClick={() => onStar(item)}
        >
          <Star className="i" aria-hidden="true" />
        </IconButton>
        <CardMenu item={item} latest={latest} onExit={onExit} />
      </span>
    </li>
  )
})
