import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inLanguage } from '@sheaf/contract/languages'
import { leftWithoutDatabase } from '../db/migrate.ts'
import { type Command, configOf, exits, readArguments, Stop, type Terminal } from './command.ts'
import { fileIn, mustBeOwner, mustBeUnused, syncFile } from './data-dir.ts'

export const newSite: Command = {
  form: '',
  summary: {
    en: 'Moves the remains of a lost database aside, so that a new site can begin',
    zh: '把数据库丢失后遗留的内容移到一旁，以便新建站点',
  },
  help: {
    en: `The server does not start when its database is missing or empty while the data folder still holds uploads or a key, because a new
empty site would hide the loss. If you want a new site, this moves what is there to a folder "before-new-site-…" in DATA_DIR. Nothing
is deleted. Where the database is there, nothing is done.`,
    zh: `数据库缺失或为空、而数据目录中仍有上传文件或密钥时，服务端不会启动，以免新的空站点掩盖数据丢失。如果确实要新建站点，
本命令会把原有内容移到 DATA_DIR 中的 before-new-site-… 目录，不删除任何内容。数据库仍在时不作任何改动。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const config = configOf(world)
  readArguments(args, {})
  const left = await leftWithoutDatabase(config)
  if (left.length === 0)
    throw new Stop(
      'No database has been lost here: either it is there, or nothing is. Nothing was moved.',
      '此处没有数据库丢失：数据库仍在，或目录本来就是空的。未移动任何内容。',
    )
  mustBeOwner(config)
  if (left.includes('sheaf.db')) mustBeUnused(fileIn(config))
  const folder = join(config.DATA_DIR, `before-new-site-${new Date().toISOString().replace(/[-:]|\..*/g, '')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const name of left) await rename(join(config.DATA_DIR, name), join(folder, name))
  await syncFile(config.DATA_DIR)
  const summary = {
    en: `Moved to ${folder}: ${left.join(', ')}. The next start of the server makes a new site.`,
    zh: `已移到 ${folder}：${left.join('、')}。下次启动服务端时会新建站点。`,
  }
  world.err(`${inLanguage(summary, world.language)}\n`)
  return exits.done
}
