import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { errorMessage, type MoveReport, proofsOf, Refusal } from '@sheaf/contract'
import { fileStores } from '../../common/storage.store.ts'
import type { Services } from '../../context.ts'
import { openStore, type Store } from '../../db/dialect.ts'
import { migrate } from '../../db/migrate.ts'
import type { Config } from '../../runtime/config.ts'
import { clockOf } from '../../runtime/days.ts'
import { limitHeapGrowth } from '../../runtime/sweep.ts'
import type { MigrationOptions } from '../../showdoc/in/run.ts'
import { moveIn, verifyMove } from '../../showdoc/move-in.ts'
import { type Command, configOf, exits, misused, progressOn, readArguments, Stop, type Terminal } from '../command.ts'
import { addressOf, fileIn, mustBeHere, mustBeOwner } from '../data-dir.ts'
import { isEmpty, mustBeNewest } from '../rows/tables.ts'
import { moveProgress, reportText } from './report-text.ts'

export const importShowdoc: Command = {
  form: 'DIR [--mysql URL] [--same-people] [--json]',
  summary: { en: 'Takes a ShowDoc 2.9 to 3.9 over, and proves that nothing was lost', zh: '迁入 ShowDoc（2.9 至 3.9），并出具核对报告' },
  help: {
    en: `DIR is the folder of ShowDoc, or of its data: where Sqlite/showdoc.db.php and Public/Uploads are. With its container that is usually
/showdoc_data/html. It is only read; ShowDoc can keep running for a trial, but stop it for the final switch. This Sheaf can have content
already, or be empty: an empty DATA_DIR, or an empty PostgreSQL database, is initialised.

  --mysql URL     for a ShowDoc that keeps its tables in MySQL: mysql://user:password@host:port/name. DIR says where the uploads are.
  --same-people   an account with the same user name here is the same user, and keeps its password of here. Without this option the
                  imported account gets a number after its name.
  --json          the report as JSON on the standard output instead of the table

Users sign in with the passwords they have. Items, pages with all kept versions, files, links, keys of the open API, members, teams,
orders, templates, mocks and the recycle bin are imported, with their ids where these are free here; addresses in pages and bookmarks
keep working. Content without a counterpart here is kept in the table showdoc_left and counted. Enter the secrets of the settings again.
After an interruption the same command continues where it stopped; after the end it changes nothing.

At the end every text and every file is read again on both sides and compared by its SHA-256. The report and the list of all hashes are
in DATA_DIR/showdoc. Ends with 1 if anything differs. "sheaf verify-showdoc DIR" compares again later.`,
    zh: `DIR 为 ShowDoc 的安装目录或数据目录，即 Sqlite/showdoc.db.php 与 Public/Uploads 所在的目录；使用官方容器时通常是 /showdoc_data/html。
来源只读，不会改动；试迁时 ShowDoc 可以继续运行，正式切换时建议先停止。目标可以已有内容，也可以是空的：空的 DATA_DIR 或空的
PostgreSQL 数据库会自动初始化。

  --mysql URL     ShowDoc 使用 MySQL 时的连接地址：mysql://用户:密码@主机:端口/库名。此时 DIR 指明上传文件所在的目录。
  --same-people   用户名相同的账号视为同一人，沿用此处的密码。不加此选项时，迁入的账号会在用户名后加上编号。
  --json          以 JSON 输出报告，而不是表格

所有人使用原来的密码登录。项目、页面及全部历史版本、附件、分享链接、开放 API 密钥、成员、团队、排序、模板、Mock 与回收站都会迁入；
编号在此处未被占用时保持不变，页面和书签中的旧地址继续有效。此处没有对应位置的内容保存在 showdoc_left 表中并计入报告。
设置中的各类密钥需要重新填写。任何时候中断，重新执行同一命令即可继续；完成后再次执行不会改变任何内容。

最后会从两侧重新读取每一段文本与每一个文件，逐一核对 SHA-256。报告与全部散列值的清单保存在 DATA_DIR/showdoc。
如有差异，以 1 结束。以后可用“sheaf verify-showdoc DIR”再次核对。`,
  },
  run: (args, world) => work(args, world, 'import-showdoc', (options, samePeople) => moveIn({ ...options, samePeople }), true),
}

/** Runs either command; with `makes`, creates the database where there is none. */
async function work(
  args: string[],
  world: Terminal,
  name: string,
  run: (options: MigrationOptions, samePeople: boolean) => Promise<MoveReport>,
  makes: boolean,
): Promise<number> {
  const { values, word } = readArguments(args, {
    mysql: { type: 'string' },
    json: { type: 'boolean' },
    ...(makes ? { 'same-people': { type: 'boolean' as const } } : {}),
  })
  if (!word) throw misused(`Say which folder: sheaf ${name} DIR`, `请指定目录：sheaf ${name} 目录`)
  const config = configOf(world)
  // The migration allocates much short-lived memory.
  limitHeapGrowth()
  const store = await openTarget(config, makes)
  const progress = progressOn(world)
  try {
    const services: MigrationOptions['services'] = {
      config,
      store,
      files: fileStores({ config, store }) as Services['files'],
      now: clockOf(config),
    }
    const onProgress = (at: Parameters<NonNullable<MigrationOptions['onProgress']>>[0]) => progress.show(moveProgress(at, world.language))
    const samePeople = (values as Record<string, unknown>)['same-people'] === true
    const report = await run({ folder: word, mysql: values.mysql, services, language: world.language, onProgress }, samePeople)
    progress.end()
    world.out(values.json ? `${JSON.stringify(report, null, 1)}\n` : reportText(report, world.language))
    return proofsOf(report).some(([, proof]) => proof.different.count > 0) ? exits.failed : exits.done
  } catch (error) {
    if (error instanceof Refusal) throw new Stop(errorMessage(error.error, 'en', error.fill), errorMessage(error.error, 'zh', error.fill))
    throw error
  } finally {
    progress.end()
    await store.close()
  }
}

/** Opens the database, which must have the newest schema; with `makes`, an empty one is initialised. */
async function openTarget(config: Config, makes: boolean): Promise<Store> {
  const isNew = !config.DATABASE_URL && !existsSync(fileIn(config))
  if (!makes || (isNew && existsSync(config.DATA_DIR) && readdirSync(config.DATA_DIR).length > 0)) mustBeHere(config)
  await mkdir(config.DATA_DIR, { recursive: true })
  mustBeOwner(config)
  const store = openStore(addressOf(config))
  try {
    // A database without tables may remain from an interrupted first start.
    if (makes && (await isEmpty(store.db, store.kind))) await migrate(store)
    await mustBeNewest(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

export const verifyShowdoc: Command = {
  form: 'DIR [--mysql URL] [--json]',
  summary: { en: 'Compares a ShowDoc with what was taken over from it', zh: '将 ShowDoc 与已迁入的内容再次核对' },
  help: {
    en: `Reads every page, every version and every file in ShowDoc and here again, and compares them by their SHA-256. Nothing is changed on either
side. Content that users have changed or deleted here since the move is counted separately and is not a difference.

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
