import { errorMessage } from '@sheaf/contract'
import { storageSettings } from '../../common/settings.store.ts'
import { fileStores, namedStore } from '../../common/storage.store.ts'
import { openStore } from '../../db/dialect.ts'
import { clockOf } from '../../runtime/config.ts'
import { StoreProblem } from '../../storage/problem.ts'
import { placeOf } from '../../storage/s3-place.ts'
import { tryStore } from '../../storage/try-store.ts'
import { type Command, exits, misused, Stop, type World } from '../command.ts'
import { countMovable } from '../files/movable.store.ts'
import { type Done, type MoveServices, moveAll } from '../files/move-all.ts'
import type { Bilingual } from '../language.ts'
import { mustBeHere, mustBeOwner } from '../open-here.ts'
import { configOf, readArguments } from '../options.ts'
import { progressOn } from '../progress.ts'
import { mustBeNewest } from '../rows/form.ts'

/** So many that stayed are named. */
const NAMED = 20

const inM = (bytes: number) => (bytes / 1e6).toFixed(1)

/** What came of it. */
function summaryText({ files, bytes, left }: Done, open: boolean, to: 'local' | 's3'): Bilingual {
  const en = [`${files} files (${inM(bytes)} MB) moved, each read back and compared.`]
  const zh = [`已迁移 ${files} 个文件（${inM(bytes)} MB），均已读回核对。`]
  if (open !== (to === 's3')) {
    en.push(`New files still go ${open ? 'to the cloud store' : 'to this machine'}: the site settings decide that.`)
    zh.push(`新文件仍存入${open ? '云存储' : '本机'}，可在站点设置中更改。`)
  }
  if (left.length > 0) {
    const names = left.slice(0, NAMED).map(({ file, why }) => `  ${file.file_id} ${file.display_name} (${file.store} ${file.path}, ${why})`)
    const list = [...names, ...(left.length > NAMED ? ['  …'] : [])].join('\n')
    en.push(`${left.length} files stay where they are, missing there (lost) or different when read back (changed):\n${list}`)
    zh.push(`${left.length} 个文件未迁移，原处缺失（lost）或读回后不一致（changed）：\n${list}`)
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}

export const moveFiles: Command = {
  form: '--to local|s3',
  summary: { en: 'Moves uploaded files to the cloud store, or back to this machine', zh: '把已上传的文件迁移到云存储，或迁回本机' },
  help: {
    en: `  --to s3      to the cloud store of the site settings
  --to local   into the folder "files" in DATA_DIR

Each file is copied, read back and compared by size and hash; only then its row names the new place. The server may go on running, and
nobody notices. Broken off, it is given again and goes on where it was. The old copy is taken away by the server an hour later.
Where new files go is decided by the site settings and not by this command. A file takes its size of free space in DATA_DIR on the way.
Ends with 1 if a file could not be moved.`,
    zh: `  --to s3      迁移到站点设置中的云存储
  --to local   迁移到 DATA_DIR 下的 files 目录

逐个复制文件，并从目标读回，核对大小与散列值一致后才更新记录。无需停止服务，用户不会察觉。中断后重新执行即可继续。
原文件由服务端在一小时后清理。新文件存放在哪里由站点设置决定，与本命令无关。迁移时 DATA_DIR 需要容纳单个文件的剩余空间。
有文件未能迁移时以 1 结束。`,
  },
  run,
}

async function run(args: string[], world: World) {
  const { values } = readArguments(args, { to: { type: 'string' } })
  const to = values.to
  if (to !== 'local' && to !== 's3') throw misused('Say where to: --to local or --to s3', '请指定目标：--to local 或 --to s3')
  const config = configOf(world)
  const store = openStore(mustBeHere(config))
  const progress = progressOn(world)
  try {
    await mustBeNewest(store)
    mustBeOwner(config)
    const where: MoveServices = { config, store, files: fileStores({ config, store }), now: clockOf(config) }
    const kind = to === 'local' ? to : await cloudOf(where)
    const all = await countMovable(store.db, kind)
    const done = await moveAll(where, kind, ({ files, bytes }) =>
      progress.show(`${files}/${all.files}  ${inM(bytes)}/${inM(all.bytes)} MB`),
    )
    progress.end()
    world.err(`${summaryText(done, (await storageSettings(where)).open, to)[world.language]}\n`)
    return done.left.length > 0 ? exits.failed : exits.done
  } catch (error) {
    throw error instanceof StoreProblem ? stopped(error) : error
  } finally {
    progress.end()
    await store.close()
  }
}

const stopped = ({ reason, about }: StoreProblem) =>
  new Stop(
    `${errorMessage(reason, 'en', about)}. What was moved stays moved; give the command again to go on.`,
    `${errorMessage(reason, 'zh', about)}。已迁移的文件保持有效，重新执行命令即可继续。`,
  )

/** The store of the settings, tried before anything is moved. */
async function cloudOf(where: MoveServices): Promise<string> {
  const { form } = await storageSettings(where)
  const kind = await namedStore(where, form)
  if (form) await tryStore(placeOf(form))
  return kind
}
