import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage, type Language } from '@sheaf/contract'
import { randomHex } from '../../auth/secrets.ts'
import type { Services } from '../../context.ts'
import { sendMail } from '../../runtime/mail.ts'
import { type Files, StoreProblem, type Stores } from '../../storage/storage.ts'
import { rowsOf } from '../rows/tables.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

const reason = (error: unknown) => (error as Error).message.split('\n')[0]

/** Sends one test email; only the mail server can say whether it accepts our mail. */
export async function checkMail({ config }: Pick<CheckTarget, 'config'>, to: string): Promise<Finding> {
  try {
    await sendMail({ config }, { to, subject: 'Sheaf 简册', text: 'This server can send mail.\n本服务器可以发送邮件。\n' })
    return good(`The mail server accepted a test message to ${to}.`, `邮件服务器已接收发往 ${to} 的邮件。`)
  } catch (error) {
    return bad(
      { en: `Mail cannot be sent: ${reason(error)}`, zh: `无法发送邮件：${reason(error)}` },
      {
        en: 'Check SMTP_URL; @ and : in user name and password are written %40 and %3A.',
        zh: '请检查 SMTP_URL；用户名与密码中的 @ 与 : 要写成 %40 与 %3A。',
      },
    )
  }
}

const reasonIn = (error: unknown, language: Language) =>
  error instanceof StoreProblem ? errorMessage(error.reason, language, error.about) : reason(error)

const storeTrouble = (error: unknown): Finding =>
  bad(
    { en: `The store does not work: ${reasonIn(error, 'en')}`, zh: `存储不可用：${reasonIn(error, 'zh')}` },
    { en: 'Check the settings under Administration, Site settings.', zh: '请检查后台管理“站点设置”中的存储设置。' },
  )

/** Writes a small file to the upload store, reads its size and deletes it. */
export async function checkStore(stores: Stores): Promise<Finding> {
  const name = `${randomHex(1)}/${randomHex(20)}`
  try {
    const files = await stores.home()
    await files.put(name, Buffer.from('sheaf'))
    const size = await files.size(name)
    await files.remove(name)
    if (size !== 5) throw new Error(`it holds ${size} bytes instead of 5`)
    return good(`The store (${files.kind}) keeps files.`, `存储（${files.kind}）可以保存文件。`)
  } catch (error) {
    return storeTrouble(error)
  }
}

type CloudServices = Pick<Services, 'store' | 'files'>

const CLOUD_FILES_LISTED_MAX = 10
const CLOUD_BATCH_ROWS = 1000

/** Finds files whose bytes are missing from their cloud store; each store is listed once. */
export async function checkCloud(services: CloudServices): Promise<Finding[]> {
  const rows = await services.store.db.selectFrom('attachment').select('store').distinct().where('store', '<>', 'local').execute()
  return Promise.all(rows.map(({ store }) => checkOne(services, store).catch(storeTrouble)))
}

async function checkOne(services: CloudServices, kind: string): Promise<Finding> {
  const there = await sizesIn(await services.files.of(kind))
  const wrong: string[] = []
  let files = 0
  for await (const { path, file_id, display_name, file_size } of rowsIn(services, kind)) {
    files++
    if (there.get(path) !== file_size) wrong.push(`${path} (${file_id}, ${display_name})`)
  }
  if (wrong.length === 0) return good(`The store ${kind} has all its ${files} files.`, `存储 ${kind} 中的 ${files} 个文件齐全。`)
  const list = `${wrong.slice(0, CLOUD_FILES_LISTED_MAX).join(', ')}${wrong.length > CLOUD_FILES_LISTED_MAX ? ' …' : ''}`
  return bad(
    {
      en: `${wrong.length} of ${files} files are missing or cut off in the store ${kind}: ${list}`,
      zh: `存储 ${kind} 的 ${files} 个文件中有 ${wrong.length} 个缺失或不完整：${list}`,
    },
    { en: 'Get them back from an older version of the bucket, or from a copy of it.', zh: '请从存储桶的历史版本或备份中恢复。' },
  )
}

async function sizesIn(files: Files) {
  const sizes = new Map<string, number>()
  for await (const { name, size } of files.list()) sizes.set(name, size)
  return sizes
}

async function* rowsIn({ store }: CloudServices, kind: string) {
  for (let last = 0; ; ) {
    const rows = await store.db
      .selectFrom('attachment')
      .select(['file_id', 'path', 'display_name', 'file_size'])
      .where('store', '=', kind)
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(CLOUD_BATCH_ROWS)
      .execute()
    yield* rows
    if (rows.length < CLOUD_BATCH_ROWS) return
    last = rows.at(-1)?.file_id ?? last
  }
}

/** Number of files that the report names. */
const NAMED = 10
const HOUR_MS = 3_600_000

/** Finds rows without their bytes, and files without a row, in the local folder. */
export async function checkFiles({ config, db, kind }: CheckTarget): Promise<Finding[]> {
  const folder = join(config.DATA_DIR, 'files')
  const wrong: string[] = []
  const known = new Set<string>()
  let elsewhere = 0
  for await (const [file_id, name, path, size, store] of rowsOf(db, kind, {
    name: 'attachment',
    columns: ['file_id', 'display_name', 'path', 'file_size', 'store'],
  })) {
    if (store !== 'local') {
      elsewhere++
      continue
    }
    known.add(String(path))
    const found = await stat(join(folder, String(path))).catch(() => undefined)
    if (found?.size !== Number(size)) wrong.push(`${path} (${file_id}, ${name}${found ? `, ${found.size}/${size}` : ''})`)
  }
  for (const { path } of await db.selectFrom('file_orphan').select('path').execute()) known.add(path)
  const { count, bytes } = await unknownFiles(folder, known)
  const found: Finding[] = []
  if (wrong.length > 0) {
    const list = `${wrong.slice(0, NAMED).join(', ')}${wrong.length > NAMED ? ' …' : ''}`
    found.push(
      bad(
        { en: `${wrong.length} files are missing or cut off: ${list}`, zh: `${wrong.length} 个文件缺失或不完整：${list}` },
        { en: `Take them from a backup (tar xzf … files/…) into ${folder}.`, zh: `请从备份中取出（tar xzf … files/…），放回 ${folder}。` },
      ),
    )
  }
  if (count > 0)
    found.push(
      note(
        {
          en: `${count} files (${(bytes / 1e6).toFixed(1)} MB) belong to no row.`,
          zh: `${count} 个文件（${(bytes / 1e6).toFixed(1)} MB）没有对应的记录。`,
        },
        { en: 'They do no harm; a restored or moved database may have left them.', zh: '没有害处，可能是恢复或迁移数据库后遗留的。' },
      ),
    )
  if (elsewhere > 0)
    found.push(
      note(
        { en: `${elsewhere} files are in the cloud store and were not checked.`, zh: `${elsewhere} 个文件位于云存储，未检查。` },
        { en: 'sheaf doctor --store checks them.', zh: 'sheaf doctor --store 可以检查。' },
      ),
    )
  if (wrong.length === 0) found.push(good('Every file is there.', '文件齐全。'))
  return found
}

async function unknownFiles(folder: string, known: Set<string>) {
  let [count, bytes] = [0, 0]
  for (const below of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, below)).catch(() => [])) {
      if (known.has(`${below}/${name}`)) continue
      const found = await stat(join(folder, below, name)).catch(() => undefined)
      // The row of a running upload does not exist yet.
      if (!found || found.mtimeMs > Date.now() - HOUR_MS) continue
      count++
      bytes += found.size
    }
  return { count, bytes }
}
