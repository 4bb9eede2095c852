import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** The token of an app at Feishu, DingTalk or WeCom, which all servers share (docs/decisions/0111). */
export const appToken: Step = {
  name: '0053-app-token',
  async up(db) {
    for (const column of [
      "app_token_sealed text not null default ''",
      'app_token_until bigint not null default 0',
      'app_token_claimed_until bigint not null default 0',
    ])
      await sql.raw(`alter table provider add column ${column}`).execute(db)
  },
}
