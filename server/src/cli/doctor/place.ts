import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../runtime/config.ts'
import { keptFree, remoteAt, spaceAt } from '../../storage/disk.ts'
import { KEY } from '../archive/manifest.ts'
import { bad, type Finding, good, note } from './finding.ts'

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
  for (const name of ['sheaf.db', 'files', KEY, 'tmp']) {
    const one = await stat(join(DATA_DIR, name)).catch(() => undefined)
    if (one && one.uid !== folder.uid)
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
        { en: `DATA_DIR lies on ${remote}: SQLite loses data there.`, zh: `DATA_DIR 位于 ${remote} 上：SQLite 在其上可能丢失数据。` },
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
  if (space.free < keptFree(space))
    return bad(
      { en: `${what.en} Saving and uploading are refused.`, zh: `${what.zh}保存与上传已被拒绝。` },
      { en: 'Make room: old copies lie in backup/ and before-restore-…/.', zh: '请清理空间：旧副本位于 backup/ 与 before-restore-…/。' },
    )
  if (space.free < space.size / 10) return note(what, { en: 'Make room before long.', zh: '请尽快清理空间。' })
  return good(what.en, what.zh)
}
