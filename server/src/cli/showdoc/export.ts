import { existsSync } from 'node:fs'
import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { inLanguage } from '@sheaf/contract/languages'
import { fileStores } from '../../common/storage.store.ts'
import { openReader } from '../../db/dialect.ts'
import { clockOf } from '../../runtime/days.ts'
import { moveOut, type OutReport } from '../../showdoc/out/move-out.ts'
import { StoreProblem } from '../../storage/storage.ts'
import { type Command, configOf, exits, misused, progressOn, readArguments, Stop, type Terminal } from '../command.ts'
import { mustBeHere } from '../data-dir.ts'
import { type Snapshot, takeSnapshot } from '../rows/snapshot.ts'
import { mustKnow, rowsOf } from '../rows/tables.ts'

export const exportShowdoc: Command = {
  form: 'DIR',
  summary: { en: 'Writes everything as the data of a ShowDoc 2.9', zh: '把全部内容导出为 ShowDoc 2.9 的数据' },
  help: {
    en: `  --url https://docs.example.com   the address ShowDoc will have; without it PUBLIC_URL

DIR is a folder that is not there yet. It gets Sqlite/showdoc.db.php and Public/Uploads: put both into an installation of ShowDoc 2.9, or
read the database (it is SQLite) with any tool. The server may go on running; what is written is one moment of it.

Items, catalogs, pages, their kept versions, files, links, keys, members, teams, groups, templates, mocks, the recycle bin and what API
clients keep are all there, under the same ids. Passwords cannot be turned into those of ShowDoc: the first administrator gets a new one,
which is printed once, and gives new ones to the others; private items get new visit passwords, which their owners see in their settings.
Secrets of the site settings are left out, and notices, sessions and the log have no place there.
Ends with 1 if files are missing.`,
    zh: `  --url https://docs.example.com   ShowDoc 将使用的地址；省略时取 PUBLIC_URL

DIR 为尚不存在的目录，其中会生成 Sqlite/showdoc.db.php 和 Public/Uploads，放入 ShowDoc 2.9 的安装目录即可使用；
数据库是 SQLite，也可用任意工具读取。无需停止服务，导出的是同一时刻的内容。

项目、目录、页面、历史版本、附件、链接、密钥、成员、团队、分组、模板、Mock、回收站以及接口客户端保存的数据都会导出，编号不变。
密码无法还原为 ShowDoc 的形式：第一位管理员会得到一个新密码（只显示一次），再由其为其他人重设；
私有项目会得到新的访问密码，所有者可在项目设置中看到。站点设置中的密钥不会导出；通知、会话和操作日志在 ShowDoc 中没有对应位置。
有附件缺失时以 1 结束。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const { values, word } = readArguments(args, { url: { type: 'string' } })
  if (!word) throw misused('Say where to: sheaf export-showdoc DIR', '请指定目录：sheaf export-showdoc DIR')
  const config = configOf(world)
  const url = mustBeHere(config)
  const folder = await mustBeNew(resolve(word))
  const site = siteOf(values.url ?? config.PUBLIC_URL)
  const progress = progressOn(world)
  const snapshot = await takeSnapshot(url)
  const live = openReader(url)
  try {
    mustKnow(snapshot.migrations)
    const stores = fileStores({ config, store: live })
    const report = await moveOut({ ...readerOf(snapshot), stores, now: clockOf(config)() }, folder, site, progress.show)
    progress.end()
    world.out(tableOf(report))
    world.err(`${inLanguage(summaryText(report, folder), world.language)}\n`)
    return report.files.missing.length > 0 ? exits.failed : exits.done
  } catch (error) {
    if (error instanceof StoreProblem)
      throw new Stop(`The file store does not answer: ${error.message}`, `文件存储无法访问：${error.message}`)
    throw error
  } finally {
    progress.end()
    await live.close()
    await snapshot.close()
  }
}

async function mustBeNew(folder: string) {
  if (existsSync(folder)) {
    if ((await readdir(folder).catch(() => ['a file'])).length > 0)
      throw new Stop(`${folder} is there already. Choose another name.`, `${folder} 已存在，请换一个名称。`)
    await rmdir(folder)
  }
  await mkdir(dirname(folder), { recursive: true })
  return folder
}

function siteOf(given: string | undefined) {
  const url = URL.parse(given ?? 'http://localhost')
  if (!url || !/^https?:$/.test(url.protocol))
    throw misused('--url wants an address like https://docs.example.com', '--url 应为 https://docs.example.com 这样的地址')
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

const readerOf = ({ db, kind, counters }: Snapshot) => ({
  counters,
  async *rows(name: string, columns: string[]) {
    for await (const row of rowsOf(db, kind, { name, columns })) yield Object.fromEntries(columns.map((column, at) => [column, row[at]]))
  },
  baseOf: (page_history_id: number) =>
    db.selectFrom('page_history').select(['base_id', 'page_content']).where('page_history_id', '=', page_history_id).executeTakeFirst(),
})

function tableOf({ tables, files }: OutReport) {
  const rows = [...tables.map(({ table, written }) => [table, String(written)] as const), ['Public/Uploads', String(files.count)] as const]
  const [name, count] = [0, 1].map((n) => Math.max(...rows.map((row) => (row[n] as string).length))) as [number, number]
  return `${rows.map(([table, n]) => `${table.padEnd(name)}  ${n.padStart(count)}`).join('\n')}\n`
}

function summaryText(
  { files, locked, admin, visits, endless, voicesLeft, notesLeft, commentsLeft, placesLeft }: OutReport,
  folder: string,
) {
  const en = [`Written: ${folder}.`]
  const zh = [`已导出：${folder}。`]
  if (admin) {
    en.push(`Sign in to ShowDoc as ${admin.username} with the password ${admin.password} and change it.`)
    zh.push(`请用账号 ${admin.username}、密码 ${admin.password} 登录 ShowDoc，并立即修改密码。`)
  }
  if (locked) {
    en.push(`${locked} accounts are locked there until an administrator gives them a password.`)
    zh.push(`${locked} 个账号在 ShowDoc 中处于锁定状态，需由管理员重设密码。`)
  }
  if (visits) {
    en.push(`${visits} private items have a new visit password; their owners see it in the settings of the item.`)
    zh.push(`${visits} 个私有项目使用了新的访问密码，所有者可在项目设置中查看。`)
  }
  if (endless.length) {
    const pages = endless.slice(0, 20).join(', ')
    en.push(
      `${endless.length} links to single pages have an end here, which ShowDoc 2.9 does not know: it keeps them open. Pages: ${pages}`,
    )
    zh.push(`${endless.length} 个单页链接在此处设有到期时间，ShowDoc 2.9 不支持，会一直有效。页面编号：${pages}`)
  }
  if (commentsLeft > 0) {
    en.push(`Left here: ${commentsLeft} comments of items where only members comment. ShowDoc would show them to every reader.`)
    zh.push(`未导出：仅成员可评论的项目中的 ${commentsLeft} 条评论。ShowDoc 会向所有读者显示评论。`)
  }
  if (placesLeft > 0) {
    en.push(`${placesLeft} comments have the words that they are about as their first line: ShowDoc has comments about whole pages only.`)
    zh.push(`${placesLeft} 条评论所针对的原文写在评论首行：ShowDoc 只支持对整个页面评论。`)
  }
  if (voicesLeft + notesLeft > 0) {
    en.push(`Left here: ${notesLeft} notes of readers and ${voicesLeft} voices of visitors. ShowDoc has one voice of visitors for a page.`)
    zh.push(`未导出：读者的 ${notesLeft} 条文字反馈与访客的 ${voicesLeft} 次评价。ShowDoc 每个页面只能保存一次访客评价。`)
  }
  if (files.missing.length) {
    en.push(`${files.missing.length} files are not in the store any more:`)
    zh.push(`${files.missing.length} 个附件在存储中已不存在：`)
    for (const list of [en, zh]) list.push(...files.missing.map(({ file_id, display_name }) => `  ${file_id} ${display_name}`))
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}
