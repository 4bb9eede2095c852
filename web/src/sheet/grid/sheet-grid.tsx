import { factsOf } from '@sheaf/contract/languages'
import '@fortune-sheet/react/dist/index.css'
import './sheet-grid.css'
import './sheet-dialogs.css'
import { defaultStyle, type Op, type Sheet } from '@fortune-sheet/core'
import { Workbook, type WorkbookInstance } from '@fortune-sheet/react'
import { SHEET_COL_WIDTH, SHEET_COLS, SHEET_ROW_HEIGHT, SHEET_ROWS } from '@sheaf/contract/sheet'
import { Component, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { openPalette } from '../../lib/search-state.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { View } from '../../reading/article/view.tsx'
import { sheetWords } from '../sheet.words.ts'
import { gridWords } from './grid.words.ts'
import { localizeGrid } from './grid-locale.ts'
import { followPanels, panelKey } from './panels.ts'
import { commitAndMove, isTyping, selectTable } from './selection.ts'

interface GridGuardProps {
  children: ReactNode
  /** Shown when the grid cannot be rendered. */
  instead: ReactNode
}

/** The grid is third-party code that renders content of other users: if it throws, the rest of the screen keeps working. */
export class GridGuard extends Component<GridGuardProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** The grid is a canvas of the visible cells. Printing therefore uses the tables of the saved version. */
export function SheetPrint({ view }: { view: View }) {
  const t = useWords(sheetWords)
  return (
    <div className="sheet-print">
      <div className="sheet-paper" dangerouslySetInnerHTML={{ __html: view.html }} />
      {view.needs.includes('grid') && <p className="sheet-printed">{t.printedBeginning}</p>}
    </div>
  )
}

/* The product's text and line colours; the dark theme inverts the whole canvas. */
Object.assign(defaultStyle, { fillStyle: '#46443d', strokeStyle: '#e2dfd5', rowFillStyle: '#67645a' })

const tools = [
  ['undo', 'redo', 'format-painter', 'clear-format'],
  ['bold', 'italic', 'underline', 'strike-through', 'font-color', 'background'],
  ['horizontal-align', 'vertical-align', 'text-wrap'],
  ['merge-cell', 'border', 'freeze', 'filter', 'quick-formula'],
  ['format', 'currency-format', 'percentage-format', 'number-decrease', 'number-increase'],
  ['font', 'font-size'],
  ['comment', 'link', 'conditionFormat', 'dataVerification', 'text-rotation', 'search'],
].flatMap((group, at) => (at === 0 ? group : ['|', ...group]))

const cellMenu = [
  'copy',
  'paste',
  '|',
  'insert-row',
  'insert-column',
  'delete-row',
  'delete-column',
  'delete-cell',
  'hide-row',
  'hide-column',
  'set-row-height',
  'set-column-width',
  '|',
  'clear',
  'sort',
  'orderAZ',
  'orderZA',
  'filter',
  'link',
]

export type Grid = WorkbookInstance

interface Props {
  /** Read once: another book needs a new grid. */
  sheets: Sheet[]
  editable: boolean
  /** Receives the operations that the user performs on the cells. */
  onOp?: (ops: Op[]) => void
  ref?: (grid: Grid | null) => void
}

/** The grid, with toolbar and formula bar for users who may edit. */
export function SheetGrid({ sheets, editable, onOp, ref }: Props) {
  const language = useLanguage()
  const lang = useMemo(() => localizeGrid(language), [language])
  const t = useWords(gridWords)
  const hooks = useMemo(() => ({}), [])
  const grid = useRef<Grid>(null)
  const setGrid = useCallback(
    (found: Grid | null) => {
      grid.current = found
      ref?.(found)
    },
    [ref],
  )
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const key = (event: KeyboardEvent) => {
      const { key: pressed, ctrlKey, metaKey, altKey, shiftKey } = event
      // The grid stops the propagation of every key.
      const search =
        pressed.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey && !document.querySelector('dialog[open]')
      // It ignores Tab while a cell is being edited.
      const onward = pressed === 'Tab' && !ctrlKey && !altKey && isTyping()
      const chosen = !search && !onward && element !== null && panelKey(element, event)
      if (!search && !onward && !chosen) return
      event.preventDefault()
      event.stopPropagation()
      if (search) openPalette()
      else if (onward) commitAndMove(grid, shiftKey ? -1 : 1)
    }
    const stopFollowing = element ? followPanels(element, t) : undefined
    // The focused element can disappear with its panel; Escape must still close the next panel.
    const unfocused = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement === document.body) key(event)
    }
    const click = ({ target }: MouseEvent) => {
      if (grid.current) selectTable(grid.current, target, language)
    }
    element?.addEventListener('click', click, true)
    element?.addEventListener('keydown', key, true)
    document.addEventListener('keydown', unfocused)
    return () => {
      stopFollowing?.()
      element?.removeEventListener('click', click, true)
      element?.removeEventListener('keydown', key, true)
      document.removeEventListener('keydown', unfocused)
    }
  }, [t, language])
  return (
    <div ref={box} className="grid">
      <Workbook
        ref={setGrid}
        {...(onOp ? { onOp } : {})}
        data={sheets}
        allowEdit={editable}
        showToolbar={editable}
        lang={lang}
        currency={factsOf(language).currency}
        row={SHEET_ROWS}
        column={SHEET_COLS}
        defaultRowHeight={SHEET_ROW_HEIGHT}
        defaultColWidth={SHEET_COL_WIDTH}
        columnHeaderHeight={SHEET_ROW_HEIGHT}
        toolbarItems={tools}
        cellContextMenu={cellMenu}
        hooks={hooks}
      />
    </div>
  )
}
