import { API_ITEM, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, Braces, FileText, Lock, LogOut, Settings, Table2 } from 'lucide-react'
import { Fragment, memo, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Grip, useSortable } from '../ui/drag/sortable.tsx'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { useSend } from '../ui/send.ts'
import { groupInput } from './group-bar.tsx'
import { highlightPieces, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

/** The first letter or Chinese character of the name on one of six colours. */
export function ItemIcon({ item, small }: { item: Pick<Tile, 'item_id' | 'item_name'>; small?: boolean }) {
  const first = [...item.item_name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '·'
  return (
    <span className={`sign c${(Number(item.item_id) % 6) + 1}${small ? ' small' : ''}`} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  )
}

export function Marked({ text, searched }: { text: string; searched: string }) {
  let at = 0
  return highlightPieces(text, searched).map((piece) => {
    at += piece.text.length
    return piece.hit ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>
  })
}

const kinds = {
  [SINGLE_PAGE]: { Icon: FileText, name: 'singlePage' },
  [API_ITEM]: { Icon: Braces, name: 'apiPages' },
  [SPREADSHEET_ITEM]: { Icon: Table2, name: 'spreadsheet' },
} as const
const regular = { Icon: BookOpen, name: 'pages' } as const

function Kind({ item_type }: { item_type: string }) {
  const t = useWords(itemsWords)
  const { Icon, name } = kinds[Number(item_type) as keyof typeof kinds] ?? regular
  return (
    <>
      <Icon className="i" aria-hidden="true" />
      {t[name]}
    </>
  )
}

interface CardProps {
  item: Tile
  searched: string
  movable: boolean
  helpId: string
  onExit: (item: Tile) => void
}

/** One item of "My items"; the whole card is a link, with the actions above it. */
const ItemCard = memo(function ItemCard({ item, searched, movable, helpId, onExit }: CardProps) {
  const t = useWords(itemsWords)
  return (
    <li className="ic" data-sort={item.item_id}>
      <Face item={item} searched={searched} movable={movable} />
      <span className="acts">
        {movable && <Grip name={item.item_name} helpId={helpId} />}
        {item.creator !== 1 && (
          <IconButton name={t.exit(item.item_name)} onClick={() => onExit(item)}>
            <LogOut className="i" aria-hidden="true" />
          </IconButton>
        )}
        {item.manage === 1 && (
          <IconLink name={t.settingsOf(item.item_name)} to={paths.itemSetting(item.item_id)}>
            <Settings className="i" aria-hidden="true" />
          </IconLink>
        )}
      </span>
    </li>
  )
})

/** The part of a card that does not re-render while tiles move. */
const Face = memo(function Face({ item, searched, movable }: { item: Tile; searched: string; movable: boolean }) {
  const t = useWords(itemsWords)
  const language = useLanguage()
  const changed = Number(item.last_update_time)
  return (
    <>
      <div className="head">
        <ItemIcon item={item} />
        <h2>
          <Link className="go cut" to={paths.item(item)} draggable={!movable}>
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
      <div className="foot">
        <Kind item_type={item.item_type} />
        <span className="mid-dot" aria-hidden="true" />
        <time dateTime={new Date(changed * 1000).toISOString()}>{shortDate(changed, language)}</time>
        {item.is_archived === '1' && <span className="tag">{t.archived}</span>}
      </div>
    </>
  )
})

/** A member who is not the owner leaves an item. */
function ExitDialog({ item, onClose }: { item: Tile; onClose: () => void }) {
  const t = useWords(itemsWords)
  const exit = useSend(api.item.exitItem, { done: t.left(item.item_name) })
  return (
    <ConfirmDialog
      title={t.exitAsk(item.item_name)}
      action={t.exitDo}
      cancel={t.stay}
      danger
      onConfirm={() => exit.send({ item_id: item.item_id })}
      onClose={onClose}
    >
      {t.exitText}
    </ConfirmDialog>
  )
}

const idOf = (item: Tile) => item.item_id
const nameOf = (item: Tile) => item.item_name

interface Props {
  items: Tile[]
  group: string
  searched: string
  /** Other items are loading. */
  busy: boolean
}

/** The item cards; a new order is shown and saved immediately. */
export function ItemGrid({ items, group, searched, busy }: Props) {
  const t = useWords(itemsWords)
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Tile | null>(null)
  const { queryKey } = read(api.item.myList, groupInput(group))
  const save = useSend(api.item.sort, {
    queue: `item order ${group}`,
    failed: t.orderFailed,
    onFailed: () => queries.invalidateQueries({ queryKey }),
  })
  const order = (next: Tile[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    void save.send({ data: JSON.stringify(Object.fromEntries(next.map((item, at) => [item.item_id, at + 1]))), item_group_id: group })
  }
  const movable = !busy && searched === '' && items.length > 1
  const { props, region, helpId } = useSortable({ entries: items, idOf, nameOf, disabled: !movable, onOrder: order })
  return (
    <>
      <ul className="item-grid" aria-label={t.title} aria-busy={busy} {...props}>
        {items.map((item) => (
          <ItemCard key={item.item_id} item={item} searched={searched} movable={movable} helpId={helpId} onExit={setLeaving} />
        ))}
      </ul>
      {region}
      {leaving && <ExitDialog item={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
