import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compared, countOf } from '../../cluster/peers.ts'
import { ANNOUNCEMENTS_SQL, type Announcement } from '../../db/postgres/advisory-locks.ts'
import { type Config, version } from '../../runtime/config.ts'
import { remoteAt, reservedSpace, spaceAt } from '../../storage/disk.ts'
import { KEY } from '../archive/format.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

export function checkVersions(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const what = { en: `Sheaf ${version}, Node ${process.versions.node}`, zh: `Sheaf ${version}，Node ${process.versions.node}` }
  if (major > 22 || (major === 22 && minor >= 14)) return good(what.en, what.zh)
  return bad(what, {
    en: 'Install Node 24, or use the one in node_modules/node.',
    zh: '请安装 Node 24，或使用 node_modules/node 中自带的版本。',
  })
}

/** Settings that are valid but probably not intended. */
export function checkSettings({ PUBLIC_URL, TRUST_PROXY, SMTP_URL, HOST }: Config): Finding[] {
  const found = [good('The settings can be read.', '设置可以读取。')]
  if (!PUBLIC_URL?.startsWith('https:'))
    found.push(
      note(
        {
          en: 'PUBLIC_URL is not an https address: passwords and sessions travel in clear.',
          zh: 'PUBLIC_URL 不是 https 地址：密码与会话会明文传输。',
        },
        {
          en: 'Put a proxy with a certificate in front (docs/operate.md) and set PUBLIC_URL.',
          zh: '请在前面放置带证书的代理（见 docs/operate.zh-CN.md），并设置 PUBLIC_URL。',
        },
      ),
    )
  else if (!TRUST_PROXY)
    found.push(
      note(
        {
          en: 'TRUST_PROXY is not set: behind a proxy all visitors share their limits.',
          zh: '未设置 TRUST_PROXY：位于代理之后时，所有访客会共用同一个限额。',
        },
        { en: 'Set TRUST_PROXY=1 if one proxy is in front.', zh: '前面有一层代理时，请设置 TRUST_PROXY=1。' },
      ),
    )
  if (PUBLIC_URL?.startsWith('https:') && HOST === '0.0.0.0')
    found.push(
      note(
        { en: 'HOST=0.0.0.0: the server can be reached past the proxy.', zh: 'HOST=0.0.0.0：可以绕过代理直接访问服务端。' },
        { en: 'HOST=127.0.0.1 unless it runs in a container.', zh: '若不在容器中运行，请设置 HOST=127.0.0.1。' },
      ),
    )
  if (!SMTP_URL)
    found.push(
      note({ en: 'SMTP_URL is not set: users cannot reset their password by mail.', zh: '未设置 SMTP_URL：用户无法通过邮件找回密码。' }),
    )
  return found
}

/** Compares the key and the file folder of this installation with those of the servers that run on this database. */
export async function checkServers({ config, db, kind }: CheckTarget): Promise<Finding[]> {
  if (kind !== 'postgres') return []
  const { rows } = await sql.raw<Announcement>(ANNOUNCEMENTS_SQL).execute(db)
  const count = countOf(rows)
  if (count === 0) return [note({ en: 'No server runs on this database now.', zh: '目前没有服务端在使用此数据库。' })]
  // The check must not create a key or a folder.
  const isSetUp =
    (config.SECRET_KEY || existsSync(join(config.DATA_DIR, 'secret-key'))) && existsSync(join(config.DATA_DIR, 'files', '.name'))
  if (!isSetUp)
    return [
      note({ en: `${count} servers run on this database, none of them here.`, zh: `有 ${count} 个服务端在使用此数据库，均不在此处。` }),
    ]
  const { otherKey, otherFolder } = await compared({ config }, rows)
  const found: Finding[] = []
  if (otherKey)
    found.push(
      bad(
        {
          en: 'A server that runs on this database has another SECRET_KEY than this place.',
          zh: '正在使用此数据库的服务端与此处的 SECRET_KEY 不同。',
        },
        {
          en: 'Give all of them the same SECRET_KEY, or the same file secret-key in DATA_DIR.',
          zh: '请为所有服务端设置相同的 SECRET_KEY，或在 DATA_DIR 中放置相同的 secret-key 文件。',
        },
      ),
    )
  const cloud = await db.selectFrom('site_config').select('value').where('name', '=', 'oss_open').executeTakeFirst()
  if (otherFolder && cloud?.value !== '1')
    found.push(
      bad(
        {
          en: 'Servers on this database keep uploads in different folders: each misses those of the others.',
          zh: '使用此数据库的各服务端把上传文件存放在不同的目录中，彼此看不到对方的文件。',
        },
        {
          en: 'Share DATA_DIR/files among them, or choose an S3 store in the settings.',
          zh: '请共享 DATA_DIR/files，或在站点设置中选用 S3 存储。',
        },
      ),
    )
  if (found.length === 0)
    found.push(
      good(
        count === 1 ? '1 server runs on this database.' : `${count} servers run on this database, all set up alike.`,
        `有 ${count} 个服务端在使用此数据库，设置一致。`,
      ),
    )
  return found
}

export async function checkFolder({ DATA_DIR, DATABASE_URL, SECRET_KEY }: Config): Promise<Finding[]> {
  const folder = await stat(DATA_DIR).catch(() => undefined)
  if (!folder?.isDirectory())
    return [
      bad(
        { en: `DATA_DIR ${DATA_DIR} is no folder.`, zh: `DATA_DIR ${DATA_DIR} 不是目录。` },
        { en: 'Set DATA_DIR as the server has it.', zh: '请按服务端的设置指定 DATA_DIR。' },
      ),
    ]
  const found: Finding[] = []
  const mayWrite = await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!mayWrite)
    found.push(
      bad(
        { en: `${DATA_DIR} cannot be written to.`, zh: `无法写入 ${DATA_DIR}。` },
        {
          en: 'Give the folder to the user that the server runs as (chown -R), or run this command as that user.',
          zh: '请把目录交给运行服务端的用户（chown -R），或以该用户运行本命令。',
        },
      ),
    )
  else found.push(good(`${DATA_DIR} can be written to.`, `${DATA_DIR} 可以写入。`))
  // Kubernetes mounts a volume that belongs to root and admits the server's group. The files then belong to the server's user.
  const owners = folder.uid === 0 ? [0, process.getuid?.()] : [folder.uid]
  for (const name of ['sheaf.db', 'files', KEY, 'tmp']) {
    const one = await stat(join(DATA_DIR, name)).catch(() => undefined)
    if (one && !owners.includes(one.uid))
      found.push(
        bad(
          {
            en: `${name} belongs to another user than DATA_DIR (${one.uid}, not ${folder.uid}).`,
            zh: `${name} 的属主与 DATA_DIR 不同（${one.uid}，而非 ${folder.uid}）。`,
          },
          { en: `chown -R ${folder.uid}:${folder.gid} ${DATA_DIR}`, zh: `chown -R ${folder.uid}:${folder.gid} ${DATA_DIR}` },
        ),
      )
    if (one && name === KEY && (one.mode & 0o077) !== 0)
      found.push(
        bad(
          { en: `${KEY} can be read by others.`, zh: `其他用户可以读取 ${KEY}。` },
          { en: `chmod 600 ${join(DATA_DIR, KEY)}`, zh: `chmod 600 ${join(DATA_DIR, KEY)}` },
        ),
      )
    if (one && name === 'sheaf.db' && (one.mode & folder.mode & 0o007) !== 0)
      found.push(
        note(
          { en: 'Other users of this machine can read sheaf.db.', zh: '本机其他用户可以读取 sheaf.db。' },
          { en: 'The next start of the server closes it.', zh: '下次启动服务端时会自动收紧权限。' },
        ),
      )
    if (!one && name === KEY && !SECRET_KEY)
      found.push(note({ en: `There is no ${KEY}: the server makes one at its first start.`, zh: `没有 ${KEY}：首次启动时会自动生成。` }))
  }
  const remote = DATABASE_URL ? undefined : await remoteAt(DATA_DIR)
  if (remote)
    found.push(
      bad(
        { en: `DATA_DIR is on ${remote}: SQLite loses data there.`, zh: `DATA_DIR 位于 ${remote} 上：SQLite 在其上可能丢失数据。` },
        {
          en: 'Use a disk of this machine, or PostgreSQL (sheaf move-database).',
          zh: '请使用本机磁盘，或改用 PostgreSQL（sheaf move-database）。',
        },
      ),
    )
  return found
}

const gb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

export async function checkSpace({ DATA_DIR }: Config): Promise<Finding> {
  const space = await spaceAt(DATA_DIR)
  const what = { en: `${gb(space.free)} of ${gb(space.size)} are free.`, zh: `共 ${gb(space.size)}，剩余 ${gb(space.free)}。` }
  if (space.free < reservedSpace(space))
    return bad(
      { en: `${what.en} Saving and uploading are refused.`, zh: `${what.zh}保存与上传已被拒绝。` },
      { en: 'Make room: old copies are in backup/ and before-restore-…/.', zh: '请清理空间：旧副本位于 backup/ 与 before-restore-…/。' },
    )
  if (space.free < space.size / 10) return note(what, { en: 'Make room before long.', zh: '请尽快清理空间。' })
  return good(what.en, what.zh)
}
