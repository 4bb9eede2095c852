import { fileStores } from '../common/storage.store.ts'
import { openStore, type Store } from '../db/dialect.ts'
import { leftWithoutDatabase, lostDatabase } from '../db/migrate.ts'
import type { Config } from '../runtime/config.ts'
import { type Command, configOf, exits, readArguments, type World } from './command.ts'
import { mustBeHere, shown } from './data-dir.ts'
import { checkClock, checkIndex, checkMigrations, checkRows, checkVersion } from './doctor/database.ts'
import { checkFolder, checkServers, checkSettings, checkSpace, checkVersions } from './doctor/environment.ts'
import { checkCloud, checkFiles, checkMail, checkStore } from './doctor/files-and-mail.ts'
import { bad, type CheckTarget, type Finding } from './doctor/finding.ts'
import { takeSnapshot } from './rows/snapshot.ts'
import { leaveIndexToServer, mustBeNewest } from './rows/tables.ts'

export const doctor: Command = {
  form: '[--mail ADDRESS] [--store] [--reindex]',
  summary: { en: 'Looks whether everything is well, and says what to do', zh: '检查各项是否正常，并给出处理办法' },
  help: {
    en: `Looks at settings, the data folder, free space, the database and its form, rows, files, search index and clock. Nothing is changed, and
the server may go on running. Ends with 1 if something is wrong.

  --mail ADDRESS   also sends a letter there
  --store          also puts a small file into the store of uploads and takes it away, and looks whether cloud stores have every file
  --reindex        lets the next start of the server make the whole search index anew`,
    zh: `检查设置、数据目录、剩余空间、数据库及其结构、数据行、文件、搜索索引与时钟。不作任何改动，无需停止服务。发现问题时以 1 结束。

  --mail 地址      另外向该地址发送一封邮件
  --store          另外向上传文件的存储写入并删除一个小文件，并检查云存储中的文件是否齐全
  --reindex        下次启动服务端时重建整个搜索索引`,
  },
  run,
}

const marks = { good: '✓', note: '!', bad: '✗' }

async function run(args: string[], world: World) {
  const { values } = readArguments(args, { mail: { type: 'string' }, store: { type: 'boolean' }, reindex: { type: 'boolean' } })
  const { out, language } = world
  const findings: Finding[] = []
  const tell = (found: Finding | Finding[]) => {
    for (const one of [found].flat()) {
      findings.push(one)
      out(`${marks[one.state]} ${one.what[language]}\n${one.todo ? `  → ${one.todo[language]}\n` : ''}`)
    }
  }
  tell(checkVersions())
  const config = configOf(world)
  tell(checkSettings(config))
  tell(await checkFolder(config))
  if (findings.every(({ state }) => state !== 'bad')) tell(await checkSpace(config))
  // A database that does not answer is said below.
  const left = await leftWithoutDatabase(config).catch((): string[] => [])
  if (left.length > 0) {
    const { what, todo } = lostDatabase(config, left)
    tell(bad(what, todo))
    return exits.failed
  }
  const url = mustBeHere(config)
  const snapshot = await takeSnapshot(url).catch((error: Error) => tell(unreachable(url, error)))
  if (snapshot) await examine({ config, db: snapshot.db, kind: snapshot.kind }, tell).finally(snapshot.close)
  if (values.mail !== undefined) tell(await checkMail({ config }, values.mail))
  if (values.store) tell(await checkStores(config, openStore(url)))
  if (values.reindex) await reindex(openStore(url))
  return findings.some(({ state }) => state === 'bad') ? exits.failed : exits.done
}

async function examine(patient: CheckTarget, tell: (found: Finding | Finding[]) => void) {
  tell(await checkVersion(patient))
  const form = await checkMigrations(patient)
  tell(form)
  if (form.state !== 'good') return
  for (const check of [checkServers, checkRows, checkIndex, checkFiles, checkClock]) tell(await check(patient))
}

const unreachable = (url: string, error: unknown) =>
  bad(
    {
      en: `The database ${shown(url)} does not answer: ${(error as Error).message}`,
      zh: `数据库 ${shown(url)} 无响应：${(error as Error).message}`,
    },
    { en: 'Is it running, and are address, user and password right?', zh: '数据库是否在运行？地址、用户名与密码是否正确？' },
  )

/** The store where new files go now, and what lies in others. */
async function checkStores(config: Config, store: Store) {
  const files = fileStores({ config, store })
  try {
    return [await checkStore(files), ...(await checkCloud({ store, files }))]
  } finally {
    await store.close()
  }
}

async function reindex(store: Store) {
  try {
    await mustBeNewest(store)
    await store.write(leaveIndexToServer)
  } finally {
    await store.close()
  }
}
