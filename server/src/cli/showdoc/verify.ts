import { verifyMove } from '../../showdoc/move-in.ts'
import type { Command } from '../command.ts'
import { work } from './import.ts'

export const verifyShowdoc: Command = {
  form: 'DIR [--mysql URL] [--json]',
  summary: { en: 'Compares a ShowDoc with what was taken over from it', zh: '将 ShowDoc 与已迁入的内容再次核对' },
  help: {
    en: `Reads every page, every version and every file in ShowDoc and here again, and compares them by their SHA-256. Nothing is changed on either
side. What people have changed or deleted here since the move is counted apart; it is no difference.

  --mysql URL   for a ShowDoc in MySQL, as with import-showdoc
  --json        the report as JSON on the standard output

Report and hashes are written to DATA_DIR/showdoc as verified-….json and verified-….jsonl. Ends with 1 if anything differs.`,
    zh: `重新读取 ShowDoc 与此处的每个页面、每个历史版本和每个文件，并核对 SHA-256。两侧都不会被改动。
迁入之后在此处修改或删除的内容单独计数，不视为差异。

  --mysql URL   ShowDoc 使用 MySQL 时的连接地址，与 import-showdoc 相同
  --json        以 JSON 输出报告

报告与散列值写入 DATA_DIR/showdoc 下的 verified-….json 与 verified-….jsonl。如有差异，以 1 结束。`,
  },
  run: (args, world) => work(args, world, 'verify-showdoc', verifyMove, false),
}
