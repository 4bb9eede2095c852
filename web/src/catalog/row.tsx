import {
  ArrowDownUp,
  Bell,
  CalendarCheck,
  ChevronRight,
  Copy,
  Ellipsis,
  FilePlus,
  FileText,
  Folder,
  FolderPlus,
  MoveRight,
  Pencil,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import type { Row } from '../tree/item-tree.ts'
import { rowAttributes } from '../tree/row-navigation.ts'
import { DEPTH_MAX } from '../tree/shape.ts'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx'
import { rem } from '../ui/text/scale.ts'
import { catalogWords } from './catalog.words.ts'
import type { CatalogAction } from './dialogs.tsx'

export const idOfRow = (row: Row) => `cat-line-${row.key}`

interface Props {
  row: Row
  top: number
  item_id: string
  /** The user can write here. */
  movable: boolean
  /** The user manages the item. */
  manages: boolean
  active: boolean
  lifted: boolean
  /** While the user selects rows: whether this one is, is below a selected catalog, or cannot be; undefined otherwise. */
  choice?: RowChoice | undefined
  /** The tree is not fully loaded: a catalog that looks empty can have content. */
  partial: boolean
  onActive: () => void
  onTurn: (cat_id: string, open: boolean) => void
  onAsk: (action: CatalogAction) => void
  /** Keeps its identity: rows are rendered again only for other values. */
  onChoose: (key: string, isRange: boolean) => void
}

export type RowChoice = 'none' | 'chosen' | 'covered' | 'fixed'

const same = (a: Props, b: Props) =>
  a.top === b.top &&
  a.active === b.active &&
  a.lifted === b.lifted &&
  a.choice === b.choice &&
  a.partial === b.partial &&
  a.item_id === b.item_id &&
  a.movable === b.movable &&
  a.manages === b.manages &&
  sameRow(a.row, b.row)
const sameRow = (a: Row, b: Row) =>
  a.key === b.key && a.name === b.name && a.depth === b.depth && a.open === b.open && a.empty === b.empty && a.at === b.at && a.of === b.of

const Cell = ({ className, children }: { className: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: rows are positioned absolutely, and the treegrid has the focus
  <span role="gridcell" className={className}>
    {children}
  </span>
)

/**
 * A catalog or page in one cell, its actions in another: a treeitem would hide the buttons from screen readers.
 * Only the active row has its actions in the tab order.
 */
export const CatalogRow = memo(function CatalogRow(props: Props) {
  const { row, top, item_id, movable, manages, active, lifted, choice, partial, onActive, onTurn, onAsk, onChoose } = props
  const { cat_id, open } = row
  const turns = cat_id !== undefined && (!row.empty || partial)
  const t = useWords(catalogWords)
  const tabIndex = active ? 0 : -1
  const isChosen = choice === 'chosen' || choice === 'covered'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: the treegrid around has the focus and the keys
    <div
      id={idOfRow(row)}
      role="row"
      aria-label={row.name}
      {...rowAttributes(row.depth, row.at, row.of, turns ? open : undefined)}
      aria-selected={choice ? isChosen : active}
      className={`cat-row${active ? ' at' : ''}${isChosen ? ' chosen' : ''}`}
      data-moving={lifted || undefined}
      style={{ top: rem(top), '--d': row.depth } as CSSProperties}
      onClick={(event) => {
        if ((event.target as Element).closest('button, a, [role=menu]')) return
        onActive()
        if (choice) onChoose(row.key, event.shiftKey)
        else if (turns) onTurn(cat_id, !open)
      }}
    >
      <Cell className="cat-name">
        {choice && (
          <input
            type="checkbox"
            className="cat-box-of-row"
            tabIndex={-1}
            aria-label={t.choose(row.name)}
            checked={isChosen}
            disabled={choice === 'covered' || choice === 'fixed'}
            readOnly
          />
        )}
        {turns ? (
          <button type="button" className="cat-turn" tabIndex={-1} aria-label={t.turn(row.name)} onClick={() => onTurn(cat_id, !open)}>
            <ChevronRight className="i" aria-hidden="true" />
          </button>
        ) : (
          <span className="cat-turn" />
        )}
        {cat_id ? <Folder className="i" aria-hidden="true" /> : <FileText className="i" aria-hidden="true" />}
        <span className="cut grow">{row.name}</span>
      </Cell>
      {!choice && <RowActions {...{ row, item_id, movable, manages, tabIndex, onAsk }} />}
    </div>
  )
}, same)

type ActionProps = Pick<Props, 'row' | 'item_id' | 'onAsk'>
type CatalogProps = ActionProps & Pick<Props, 'movable' | 'manages'>

function RowActions({ row, item_id, movable, manages, tabIndex, onAsk }: CatalogProps & { tabIndex: number }) {
  const t = useWords(catalogWords)
  const { cat_id } = row
  return (
    <Cell className="cat-acts">
      {cat_id ? (
        <IconButton className="small hide-s" tabIndex={tabIndex} name={t.edit} onClick={() => onAsk({ kind: 'edit', cat_id })}>
          <Pencil className="i" aria-hidden="true" />
        </IconButton>
      ) : (
        <IconLink className="small hide-s" tabIndex={tabIndex} name={t.editPage} to={paths.edit(item_id, row.page_id as string)}>
          <SquarePen className="i" aria-hidden="true" />
        </IconLink>
      )}
      <Menu
        label={t.actions(row.name)}
        button={(opener) => (
          <IconButton className="small" tabIndex={tabIndex} name={t.actions(row.name)} {...opener}>
            <Ellipsis className="i" aria-hidden="true" />
          </IconButton>
        )}
      >
        {cat_id ? <CatalogActions {...{ row, cat_id, item_id, movable, manages, onAsk }} /> : <PageActions {...{ row, item_id, onAsk }} />}
      </Menu>
    </Cell>
  )
}

function CatalogActions({ row, cat_id, item_id, movable, manages, onAsk }: CatalogProps & { cat_id: string }) {
  const t = useWords(catalogWords)
  return (
    <>
      <MenuItem
        icon={<Pencil className="i" aria-hidden="true" />}
        end={<span className="kbd">F2</span>}
        onSelect={() => onAsk({ kind: 'edit', cat_id })}
      >
        {t.edit}
      </MenuItem>
      {row.depth + 1 < DEPTH_MAX && (
        <MenuItem icon={<FolderPlus className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'new', parent: cat_id })}>
          {t.inside}
        </MenuItem>
      )}
      <MenuItem icon={<FilePlus className="i" aria-hidden="true" />} to={paths.edit(item_id, 0, { cat_id })}>
        {t.newPageHere}
      </MenuItem>
      <MenuRule />
      <MenuItem icon={<ArrowDownUp className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'sort', cat_id })}>
        {t.sort}
      </MenuItem>
      {movable && (
        <MenuItem icon={<MoveRight className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'place', cat_id })}>
          {t.place}
        </MenuItem>
      )}
      <MenuItem icon={<Copy className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'copy', cat_id })}>
        {t.copy}
      </MenuItem>
      <MenuItem icon={<Bell className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'watch', cat_id })}>
        {t.watch}
      </MenuItem>
      {manages && (
        <MenuItem icon={<CalendarCheck className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'review', cat_id })}>
          {t.review}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem icon={<Trash2 className="i" aria-hidden="true" />} bad onSelect={() => onAsk({ kind: 'delete', entry: { cat_id } })}>
        {t.remove}
      </MenuItem>
    </>
  )
}

function PageActions({ row, item_id, onAsk }: ActionProps) {
  const t = useWords(catalogWords)
  const page_id = row.page_id as string
  return (
    <>
      <MenuItem icon={<FileText className="i" aria-hidden="true" />} to={paths.page({ item_id }, page_id)}>
        {t.open}
      </MenuItem>
      <MenuItem icon={<SquarePen className="i" aria-hidden="true" />} to={paths.edit(item_id, page_id)}>
        {t.editPage}
      </MenuItem>
      <MenuItem icon={<MoveRight className="i" aria-hidden="true" />} onSelect={() => onAsk({ kind: 'move', page_id })}>
        {t.movePage}
      </MenuItem>
      <MenuRule />
      <MenuItem icon={<Trash2 className="i" aria-hidden="true" />} bad onSelect={() => onAsk({ kind: 'delete', entry: { page_id } })}>
        {t.remove}
      </MenuItem>
    </>
  )
}
