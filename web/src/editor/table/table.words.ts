import { words } from '../../lib/words.ts'

export const tableWords = words({
  en: {
    table: 'Table',
    rowAbove: 'Row above',
    rowBelow: 'Row below',
    columnLeft: 'Column to the left',
    columnRight: 'Column to the right',
    align: 'Align the column',
    alignLeft: 'Left',
    alignCenter: 'Centre',
    alignRight: 'Right',
    tidy: 'Line up the columns in the source',
    deleteRow: 'Delete the row',
    deleteColumn: 'Delete the column',
    deleteTable: 'Delete the table',
  },
  zh: {
    table: '表格',
    rowAbove: '在上方插入行',
    rowBelow: '在下方插入行',
    columnLeft: '在左侧插入列',
    columnRight: '在右侧插入列',
    align: '列对齐方式',
    alignLeft: '左对齐',
    alignCenter: '居中',
    alignRight: '右对齐',
    tidy: '对齐源码中的列',
    deleteRow: '删除行',
    deleteColumn: '删除列',
    deleteTable: '删除表格',
  },
})
