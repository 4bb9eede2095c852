import {
  ArrowDownFromLine,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  ArrowUpFromLine,
  Columns3,
  type LucideIcon,
  Rows3,
  Table,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Trash2,
  WandSparkles,
} from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { tableWords } from '../tools.words.ts'
import type { Editing } from '../view.ts'
import { type TableAction, tableCommand, tableState } from './commands.ts'

const sides = [
  ['left', 'alignLeft', TextAlignStart],
  ['center', 'alignCenter', TextAlignCenter],
  ['right', 'alignRight', TextAlignEnd],
] as const

/** Actions on the table at the cursor; replaces the button that inserts a table. */
export function TableMenu({ editing }: { editing: Editing }) {
  const t = useWords(tableWords)
  return (
    <Menu
      label={t.table}
      align="start"
      onEscape={() => editing.view.focus()}
      button={(opener) => (
        <IconButton className="ed-tool on" name={t.table} {...opener}>
          <Table className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      <Actions editing={editing} />
    </Menu>
  )
}

function Actions({ editing: { view } }: { editing: Editing }) {
  const t = useWords(tableWords)
  const now = tableState(view.state)
  const run = (action: TableAction) => () => {
    tableCommand(action)(view)
    view.focus()
  }
  const item = (action: TableAction, Icon: LucideIcon, can = true) => (
    <MenuItem icon={<Icon className="i" aria-hidden="true" />} disabled={!can} onSelect={run(action)}>
      {t[action]}
    </MenuItem>
  )
  return (
    <>
      {item('rowAbove', ArrowUpFromLine, now?.row)}
      {item('rowBelow', ArrowDownFromLine)}
      {item('columnLeft', ArrowLeftFromLine)}
      {item('columnRight', ArrowRightFromLine)}
      <MenuRule />
      <MenuHead>{t.align}</MenuHead>
      {sides.map(([side, action, Icon]) => (
        <MenuItem key={side} icon={<Icon className="i" aria-hidden="true" />} checked={now?.side === side} onSelect={run(action)}>
          {t[action]}
        </MenuItem>
      ))}
      <MenuRule />
      {item('tidy', WandSparkles)}
      <MenuRule />
      {item('deleteRow', Rows3, now?.row)}
      {item('deleteColumn', Columns3, now?.column)}
      <MenuItem bad icon={<Trash2 className="i" aria-hidden="true" />} onSelect={run('deleteTable')}>
        {t.deleteTable}
      </MenuItem>
    </>
  )
}
