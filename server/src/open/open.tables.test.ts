import { expect, it } from 'vitest'
import { markdownOf, tablesIn } from './open.tables.ts'

const info = 'TABLE_NAME\tTABLE_COMMENT\tENGINE\tTABLE_COLLATION\nuser\tthe users\tInnoDB\tutf8mb4_bin\norder\tNULL\n'
const head = 'TABLE_NAME\tCOLUMN_NAME\tCOLUMN_DEFAULT\tIS_NULLABLE\tCOLUMN_TYPE\tCOLUMN_COMMENT\n'
const detail = `${head}user\tid\tNULL\tNO\tint(11)\tprimary key
user\tstate\tNULL\tYES\tenum('a','b')\ta | b, 1_this_and_change_2, <b>, *, snake_case _x_ [1] \`c\` $5\\nnext line\\tand \\\\ more
order\ttotal\t0.00\tNO\tdecimal(9,2)\t
late\tonly\t\tYES\ttext\tno line of its own`
const index = `TABLE_NAME\tINDEX_NAME\tNON_UNIQUE\tCOLUMN_NAME\tSEQ_IN_INDEX\tINDEX_TYPE\tINDEX_COMMENT
user\tby_state\t1\tid\t2\tBTREE\t
user\tby_state\t1\tstate\t1\tBTREE\tfor the list
user\tPRIMARY\t0\tid\t1\tBTREE\t
nowhere\tx\t1\ty\t1\tBTREE\t`

it('parses tables with their columns and indexes, including tables missing from the table list', () => {
  const tables = tablesIn(info, detail, index)
  expect(tables.map((one) => one.name)).toEqual(['user', 'order', 'late'])
  expect(tables[0]).toMatchObject({ comment: 'the users', engine: 'InnoDB', collation: 'utf8mb4_bin' })
  expect(tables[0]?.columns.map((one) => [one.name, one.default])).toEqual([
    ['id', ''],
    ['state', 'NULL'],
  ])
  expect(tables[0]?.indexes).toEqual([
    { name: 'PRIMARY', unique: true, columns: ['id'], type: 'BTREE', comment: '' },
    { name: 'by_state', unique: false, columns: ['state', 'id'], type: 'BTREE', comment: 'for the list' },
  ])
  expect(tables[1]).toMatchObject({ comment: '', indexes: [] })
  expect(tablesIn(info.replaceAll('\n', '\r\n'), detail.replaceAll('\n', '\r\n'), index.replaceAll('\n', '\r\n'))).toEqual(tables)
  expect(tablesIn('', '', '')).toEqual([])
  expect(tablesIn('TABLE_NAME', head, '\n\n')).toEqual([])
})

it('S96: keeps any comment text inside its cell', () => {
  const [user, order] = tablesIn(info, detail, index).map((table) => markdownOf(table, 'en'))
  expect(user).toMatch(/^- the users\n- Engine: InnoDB\n- Collation: utf8mb4_bin\n\n\| Column \| Type \|/)
  expect(user).toContain('| id | int(11) | no |  | primary key |')
  expect(user).toContain(
    "| state | enum('a','b') | yes | NULL | a \\| b, 1&2, \\<b>, \\*, snake_case \\_x\\_ \\[1] \\`c\\` \\$5<br>next line and \\\\ more |",
  )
  expect(user).toContain('| by_state | state, id | no | BTREE | for the list |')
  expect(order).toBe(
    '| Column | Type | Nullable | Default | Comment |\n| --- | --- | --- | --- | --- |\n| total | decimal(9,2) | no | 0.00 |  |\n',
  )
  expect(markdownOf({ name: 'x', comment: '', engine: '', collation: '', columns: [], indexes: [] }, 'zh')).toBe('-\n')
})
