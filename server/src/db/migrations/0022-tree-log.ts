import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Which page each of the newest tree versions changed: every process changes its cached menus in place (content/menu.rules.ts). */
export const treeLog: Step = {
  name: '0022-tree-log',
  async up(db) {
    await sql`alter table item add column tree_log text not null default ''`.execute(db)
  },
}
